import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { WrittenSession, WrittenState } from '../../../shared/take-home/session-copy-types.ts'
import { buildCopyRefusal } from '../../../shared/take-home/session-copy-words.ts'
import type { FolderGuard } from '../../platform/files/held-folder.ts'
import { removeNewFiles, withNewFiles } from '../../platform/files/new-files.ts'
import { computeSha256 } from '../../platform/workers/compression.ts'
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
    halfSha256: draft.files.map(({ text }) => computeSha256(takeFirstHalf(Buffer.from(text)))),
  }
  // Listed before it is written: what is killed in between can be taken back.
  const { writtenSessions } = services.store
  await writtenSessions.insert(session)
  try {
    await withNewFiles(draft.files, createCopyGuard(services, request, planned), () =>
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
 * Removes a copy again. Throws a `Problem` where there is none of that id, where a file does not show itself that Dewpoint
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

/** Of less than this nobody can tell whose it is; bytes. */
const leastMarked = 256
/** Gemini's files have the beginning of the id in their name. */
const namedBy = 8

function findFileMarks({
  files,
  sessionId,
  sha256: whole,
  halfSha256 = [],
}: WrittenSession): Promise<Mark[]> {
  return Promise.all(
    files.map(async ({ path, bytes: written }, index): Promise<Mark> => {
      const bytes = await readFile(path).catch(() => null)
      if (bytes === null) return 'gone'
      const isNamed = [basename(path), basename(dirname(path))].some((name) =>
        name.includes(sessionId.slice(0, namedBy)),
      )
      if (sessionId.length < namedBy || !isNamed) return 'foreign'
      if (written > 0 && computeSha256(bytes) === whole[index]) return 'as-written'
      const half = takeFirstHalf(bytes.subarray(0, written))
      if (written < leastMarked || bytes.length < written / 2) return 'foreign'
      const isContinued =
        computeSha256(half) === halfSha256[index] ||
        computeSha256(bytes.subarray(0, written)) === whole[index]
      return isContinued ? 'grown' : 'foreign'
    }),
  )
}

/** Agents that write all of a file anew leave what stood at its beginning. */
function takeFirstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

function createCopyProblem(
  reason: Parameters<typeof buildCopyRefusal>[0],
  what: string,
  where: string,
): Problem {
  const { code, message, hint } = buildCopyRefusal(reason, what)
  return new Problem({ code, message, where, hint })
}
