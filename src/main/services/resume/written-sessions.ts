import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { WrittenSession, WrittenState } from '../../../shared/domain/session-copy.ts'
import { refusedCopy } from '../../../shared/words/session-copy.ts'
import type { FolderGuard } from '../../files/held-folder.ts'
import { removeNewFiles, withNewFiles } from '../../files/new-files.ts'
import type { CoreServices } from '../core-services.ts'
import { Problem } from '../problem.ts'
import { planCopy, type CopyRequest, type PlannedCopy } from './plan-copy.ts'

/**
 * Writes a condensed copy of a session, reads it back and notes it. What fails leaves nothing behind. Throws a `Problem` as
 * `planCopy` does, and where the agent would be shown something else than what was meant.
 */
export async function writeCopy(services: CoreServices, request: CopyRequest): Promise<WrittenSession> {
  const planned = await planCopy(services, request)
  const { copy, draft, run, task } = planned
  const session: WrittenSession = {
    ...copy,
    id: services.newId(),
    taskId: task.id,
    runId: run.id,
    arm: run.presetId === null ? run.providerId : `${run.providerId}: ${run.presetId}`,
    title: task.title,
    writtenTs: services.now(),
    sha256: draft.files.map(({ text }) => sha256(text)),
  }
  // Listed before it is written: what is killed in between can be taken back.
  const { writtenSessions } = services.store
  await writtenSessions.insert(session)
  try {
    await withNewFiles(draft.files, guardOf(services, request, planned), () => requireSame(services, planned))
  } catch (error) {
    await writtenSessions.remove(session.id)
    throw error
  }
  return session
}

/** A copy may lie in the storage that its agent looks into, and in no other source. */
function guardOf({ guard }: CoreServices, { out }: CopyRequest, { draft }: PlannedCopy): FolderGuard {
  const [first] = draft.files
  return out !== undefined || first === undefined ? guard : guard.within(first.path)
}

/** Everything that was written, the newest first, with what has become of it. */
export async function listWritten({
  store,
}: Pick<CoreServices, 'store'>): Promise<readonly (WrittenSession & { readonly state: WrittenState })[]> {
  const sessions = await store.writtenSessions.list()
  return Promise.all(sessions.map(async (session) => ({ ...session, state: await stateOf(session) })))
}

/**
 * Removes a copy again. Throws a `Problem` where there is none of that id, and, unless `isForced`, where its agent has gone
 * on with it.
 */
export async function removeWritten(
  { store }: Pick<CoreServices, 'store'>,
  { id, isForced }: { readonly id: string; readonly isForced: boolean },
): Promise<void> {
  const session = (await store.writtenSessions.list()).find((one) => one.id === id)
  if (session === undefined) throw problem('not-written', id, id)
  const [first] = session.files
  const state = await stateOf(session)
  if (!isForced && state === 'changed') throw problem('went-on', session.title, first?.path ?? id)
  await removeNewFiles(
    session.files.map(({ path }) => path),
    session.sessionId,
  )
  await store.writtenSessions.remove(id)
}

async function requireSame({ engine }: CoreServices, { draft }: PlannedCopy): Promise<void> {
  const [first] = draft.files
  if (first === undefined) return
  const { differsAt } = await engine.run('compareSession', { path: first.path, messages: draft.messages })
  if (differsAt !== null) throw problem('reads-otherwise', `message ${differsAt + 1}`, first.path)
}

async function stateOf({ files, sha256: written }: WrittenSession): Promise<WrittenState> {
  const states = await Promise.all(
    files.map(({ path }, index) =>
      readFile(path).then(
        (bytes): WrittenState => (sha256(bytes) === written[index] ? 'as-written' : 'changed'),
        (): WrittenState => 'gone',
      ),
    ),
  )
  if (states.includes('changed')) return 'changed'
  const [one = 'gone'] = states
  return states.every((state) => state === one) ? one : 'incomplete'
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

function problem(reason: Parameters<typeof refusedCopy>[0], what: string, where: string): Problem {
  const { code, message, hint } = refusedCopy(reason, what)
  return new Problem({ code, message, where, hint })
}
