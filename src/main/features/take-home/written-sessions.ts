import { readFile } from 'node:fs/promises'
import type { WrittenSession, WrittenState } from '../../../shared/take-home/session-copy-types.ts'
import { buildCopyRefusal } from '../../../shared/take-home/session-copy-words.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { FolderGuard } from '../../platform/files/held-folder.ts'
import { removeNewFiles, withNewFiles } from '../../platform/files/new-files.ts'
import { buildWrittenMark, readWrittenMark } from '../../platform/files/written-mark.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
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
    sha256: draft.files.map(({ text }) => computeSha256(text)),
  }
  // Listed before it is written: what is killed in between can be taken back.
  const { writtenSessions } = services.store
  await writtenSessions.insert(session)
  try {
    // The mark comes first: what is killed in between can be taken back.
    const mark = buildWrittenMark(findMarkPath(session), draft.files)
    await withNewFiles([mark, ...draft.files], createCopyGuard(services, request, planned), () =>
      requireSame(services, planned),
    )
  } catch (error) {
    await writtenSessions.remove(session.id)
    throw error
  }
  return session
}

/** A copy may lie in the storage that its agent looks into, and in no other source. */
function createCopyGuard({ guard }: CoreServices, { out }: CopyRequest, { draft }: PlannedCopy): FolderGuard {
  const [first] = draft.files
  return out !== undefined || first === undefined ? guard : guard.within(first.path)
}

/** Everything that was written, the newest first, with what has become of it. */
export async function listWritten({
  store,
}: Pick<CoreServices, 'store'>): Promise<readonly (WrittenSession & { readonly state: WrittenState })[]> {
  const sessions = await store.writtenSessions.list()
  return Promise.all(
    sessions.map(async (session) => ({ ...session, state: await findSessionState(session) })),
  )
}

/**
 * Removes a copy again. Throws a `Problem` where there is none of that id, where nothing beside a file shows that Dewpoint
 * wrote it, whatever the list says, and, unless `isForced`, where its agent has gone on with it.
 */
export async function removeWritten(
  { store }: Pick<CoreServices, 'store'>,
  { id, isForced }: { readonly id: string; readonly isForced: boolean },
): Promise<void> {
  const session = (await store.writtenSessions.list()).find((one) => one.id === id)
  if (session === undefined) throw createCopyProblem('not-written', id, id)
  const marks = await findFileMarks(session)
  const foreign = session.files.find((_, index) => marks[index] === 'foreign')
  if (foreign !== undefined) throw createCopyProblem('not-ours', foreign.path, foreign.path)
  if (!isForced && marks.includes('grown'))
    throw createCopyProblem('went-on', session.title, session.files[0]?.path ?? id)
  await removeNewFiles([...session.files.map(({ path }) => path), findMarkPath(session)], session.sessionId)
  await store.writtenSessions.remove(id)
}

async function requireSame({ engine }: CoreServices, { draft }: PlannedCopy): Promise<void> {
  const [first] = draft.files
  if (first === undefined) return
  const { differsAt } = await engine.run('compareSession', { path: first.path, messages: draft.messages })
  if (differsAt !== null) throw createCopyProblem('reads-otherwise', `message ${differsAt + 1}`, first.path)
}

async function findSessionState(session: WrittenSession): Promise<WrittenState> {
  const marks = await findFileMarks(session)
  if (marks.includes('grown') || marks.includes('foreign')) return 'changed'
  const isThere = marks.map((mark) => mark !== 'gone')
  if (!isThere.includes(true)) return 'gone'
  return isThere.includes(false) ? 'incomplete' : 'as-written'
}

/** What a file itself says: as Dewpoint wrote it, continued by its agent, not shown to be Dewpoint's, or not there. */
type Mark = 'as-written' | 'grown' | 'foreign' | 'gone'

async function findFileMarks(session: WrittenSession): Promise<Mark[]> {
  const written = await readWrittenMark(findMarkPath(session))
  return Promise.all(
    session.files.map(async ({ path }): Promise<Mark> => {
      const bytes = await readFile(path).catch(() => null)
      if (bytes === null) return 'gone'
      const sha256 = written.get(path)
      if (sha256 === undefined) return 'foreign'
      return computeSha256(bytes) === sha256 ? 'as-written' : 'grown'
    }),
  )
}

/** Beside the session, under a name that no agent takes for one. */
const findMarkPath = ({ files }: WrittenSession): string => `${files[0]?.path ?? ''}.by-dewpoint`

function createCopyProblem(
  reason: Parameters<typeof buildCopyRefusal>[0],
  what: string,
  where: string,
): Problem {
  const { code, message, hint } = buildCopyRefusal(reason, what)
  return new Problem({ code, message, where, hint })
}
