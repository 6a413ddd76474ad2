import type { SessionHead } from '../../../agents/agent.ts'
import { findAgent } from '../../../agents/find-agent.ts'
import { everyReader, buildReaderId } from '../../../agents/reader-versions.ts'
import type { EnginePool } from '../../../jobs/engine-pool.ts'
import type { Store } from '../../../platform/store/store.ts'
import type { JobFailure } from '../../../platform/workers/job.ts'
import type { PackedRows } from '../../../platform/workers/packed-rows.ts'
import type { EarlyTask, ReadTask, ReadTaskInput } from '../jobs/read-task.ts'
import { describeSession } from './disk/describe-task.ts'
import { createSessionLists, type ListSessions } from './disk/session-lists.ts'
import { stampOfSession, stampSession, stampTask, type TaskStamp } from './disk/stamp-task.ts'
import { locateTask, resolveRealPath, buildTaskId } from './disk/task-places.ts'
import { isListed } from './entry-state.ts'
import { ReadFailure } from './read-failure.ts'
import { buildTaskSummary, type ReadBytes, type ShownTask } from './shown-task.ts'
import { createUnstoredTasks, type UnstoredTasks } from './unstored-tasks.ts'

/** What became of a task that was to be read. `unsettled` is one that somebody writes at this moment. */
export type ReadResult =
  | {
      readonly kind: 'read'
      readonly taskId: string
      /** Subagents in its file whose listing has changed by that. */
      readonly subagentIds: readonly string[]
    }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
  | { readonly kind: 'unsettled' }

/** A task that is shown before it is stored. */
type ShownResult = {
  readonly kind: 'shown'
  readonly task: ShownTask
  readonly stored: Promise<ReadResult>
}

export type ReadRequest = {
  readonly input: ReadTaskInput
  readonly isSample: boolean
  /** Milliseconds since 1970. */
  readonly openedTs: number
  /** Whether damage is waited out while the files are new: agents rewrite them while they run. */
  readonly isPatient: boolean
}

export type TaskReader = Pick<UnstoredTasks, 'shown' | 'settled' | 'allSettled'> & {
  /** Reads a task, given by its real path, whole and stores it. One that is being read already is not read twice at once. */
  readonly read: (request: ReadRequest) => Promise<ReadResult>
  /**
   * The same for somebody who waits to see the task. A large one is given when its rows are there, and stored meanwhile:
   * `stored` resolves then, and rejects where that fails.
   */
  readonly show: (request: Omit<ReadRequest, 'isPatient'>) => Promise<ReadResult | ShownResult>
  /** Rows of a history, named by its hash, if it is the one that was read last for somebody who waited. */
  readonly findRows: (snapshotSha256: string) => PackedRows | null
  /** The state of a task, given by its real path, as `stampTask` tells it, sessions of a database included. */
  readonly stampPath: (path: string) => Promise<TaskStamp | null>
  readonly listSessions: ListSessions
}

type FirstRows = { readonly snapshotSha256: string; readonly rows: PackedRows }

export type TaskReaderDependencies = {
  readonly store: Store
  readonly engine: Pick<EnginePool, 'run'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Files that were written within this time may be half written, in milliseconds. */
const freshMs = 5000

/** Reads tasks through the engine into the store. */
export function createTaskReader(dependencies: TaskReaderDependencies): TaskReader {
  const reading = new Map<string, Promise<ReadResult>>()
  const listSessions = createSessionLists(dependencies.engine)
  const stampPath: TaskReader['stampPath'] = (path) => {
    const { file, session } = locateTask(path)
    return session === null ? stampTask(file) : stampSession(file, session, listSessions)
  }
  const reads = { ...dependencies, stampPath }
  let first: FirstRows | null = null
  const keep = (rows: FirstRows): void => void (first = rows)
  const read = (request: ReadRequest, onShown?: (task: ShownTask) => void): Promise<ReadResult> => {
    const { input } = request
    if (input.kind === 'files') return readNow(reads, request, { keep })
    // Somebody who waits wants an answer; what the background would wait out is reported to them.
    const key = `${request.isPatient} ${input.path}`
    const known = reading.get(key)
    if (known !== undefined) return known
    const work = readNow(reads, request, { keep, onShown }).finally(() => reading.delete(key))
    reading.set(key, work)
    return work
  }
  const unstored = createUnstoredTasks()
  return {
    ...unstored,
    stampPath,
    listSessions,
    findRows: (snapshotSha256) => (first?.snapshotSha256 === snapshotSha256 ? first.rows : null),
    read: (request) => read(request),
    show: (shown) => {
      const request = { ...shown, isPatient: false }
      const readAgain = async (): Promise<void> => {
        const result = await read(request)
        if (result.kind === 'failed') throw new ReadFailure(result.failure)
      }
      return new Promise((resolve, reject) => {
        const stored = read(request, (task) => {
          unstored.add(task, stored, readAgain)
          resolve({ kind: 'shown', task, stored })
        })
        stored.then(resolve, reject)
      })
    },
  }
}

type Hearers = {
  readonly keep: (rows: FirstRows) => void
  readonly onShown?: ((task: ShownTask) => void) | undefined
}

async function readNow(
  { store, engine, now, stampPath }: TaskReaderDependencies & Pick<TaskReader, 'stampPath'>,
  { input, isSample, openedTs, isPatient }: ReadRequest,
  { keep, onShown }: Hearers,
): Promise<ReadResult> {
  if (input.kind === 'path' && (await resolveRealPath(input.path)) !== input.path) {
    await store.library.gone([buildTaskId(input.path)])
    return { kind: 'failed', failure: buildMovedFailure(input.path) }
  }
  // Before the files are read: what is written meanwhile leaves another stamp, and the task is read again.
  const stamp = input.kind === 'path' ? await stampPath(input.path).catch(() => null) : null
  const mayBeHalfWritten = isPatient && stamp !== null && now() - stamp.changedTs < freshMs
  let read: ReadBytes | null = null
  const onProgress = ({ done, total }: ReadBytes): void => void (read = { done, total })
  const around = { stamp, now, onShown: (task: ShownTask) => onShown?.(task), readBytes: () => read }
  const early =
    onShown === undefined
      ? {}
      : { onProgress, onEarly: await hearEarly(store, { input, isSample, openedTs }, around) }
  const answer = await engine.run('readTask', { ...input, hasRows: !isPatient }, early)
  if ('failure' in answer) {
    if (mayBeHalfWritten) return { kind: 'unsettled' }
    if (input.kind === 'path') await noteFailure(store, buildTaskId(input.path), stamp, answer.failure)
    return { kind: 'failed', failure: answer.failure }
  }
  const { problems } = answer.task.facts.meta
  if (mayBeHalfWritten && problems.some(({ severity }) => severity === 'error')) return { kind: 'unsettled' }
  const result = await storeTask(store, answer.task, { input, isSample, openedTs, isPatient, stamp })
  const { rows } = answer
  if (result.kind === 'read' && rows !== null) keep({ snapshotSha256: answer.task.source.hash, rows })
  return result
}

/** Stores a task that was read, with its place on disk and the subagents that were read with it. */
async function storeTask(
  store: TaskReaderDependencies['store'],
  task: ReadTask,
  { input, isSample, openedTs, isPatient, stamp }: ReadRequest & { readonly stamp: TaskStamp | null },
): Promise<ReadResult> {
  const { subagents = null, sessionKey = null, source, facts } = task
  const id = buildTaskId(input.kind === 'path' ? input.path : `dropped ${input.name} ${source.hash}`)
  // Nobody waits for it, and it may have been taken out of the library meanwhile.
  if (isPatient && !(await isStillListed(store, id))) return { kind: 'unsettled' }
  const known = await store.tasks.get(id)
  const tokens = known?.snapshotSha256 === source.hash ? known.tokens : null
  // Whoever names the sample by its path means the sample.
  const staysSample = isSample || known?.isSample === true
  const own = input.kind === 'path' ? findSubagentHead(subagents, input.path) : null
  const { format } = facts
  const place =
    stamp === null
      ? null
      : { ...stamp, stamp: own?.stamp ?? stamp.stamp, reader: buildReaderId(format), sessionKey }
  await store.tasks.upsert(
    {
      ...facts,
      id,
      isSample: staysSample,
      tokens,
      openedTs,
      snapshotSha256: source.hash,
      sourceBlob: source.hash,
    },
    [source],
    place,
  )
  const isWhole = stamp !== null && subagents !== null && own === null && !staysSample
  const subagentIds =
    isWhole && input.kind === 'path'
      ? await noteSubagents(store, { file: input.path, stamp, subagents, openedTs, format })
      : []
  return { kind: 'read', taskId: id, subagentIds }
}

type Early = {
  readonly stamp: TaskStamp | null
  readonly now: () => number
  readonly onShown: (task: ShownTask) => void
  readonly readBytes: ShownTask['readBytes']
}

/** Makes what is read early of a task into what is shown of it. */
async function hearEarly(
  store: Store,
  { input, isSample, openedTs }: Omit<ReadRequest, 'isPatient'>,
  { stamp, now, onShown, readBytes }: Early,
): Promise<(early: EarlyTask) => void> {
  const id = buildTaskId(input.kind === 'path' ? input.path : '')
  const listed = await store.tasks.summary(id)
  const known = { id, isSample: isSample || listed?.isSample === true, tokens: null, openedTs }
  return ({ facts, rows }) => {
    const around = { stamp, runs: listed?.runs ?? 0, now: now() }
    const summary = buildTaskSummary({ ...facts, ...known }, around)
    onShown({ summary, problems: facts.meta.problems, rows, readBytes })
  }
}

/** The subagent that a path names, as its file has it; null for whole sessions. */
function findSubagentHead(subagents: readonly SessionHead[] | null, path: string): SessionHead | null {
  const { session } = locateTask(path)
  return subagents?.find(({ key }) => key === session) ?? null
}

type WholeSession = {
  readonly file: string
  readonly stamp: TaskStamp
  readonly subagents: readonly SessionHead[]
  readonly openedTs: number
  readonly format: string
}

/** Lists the subagents that lie in the file of a session, as it has just been read. Gives the ids of those that changed. */
async function noteSubagents(
  { library }: Store,
  { file, stamp, subagents, openedTs, format }: WholeSession,
): Promise<readonly string[]> {
  const own = findAgent(format)
  const tasks =
    own === undefined
      ? []
      : subagents.map((head) => describeSession(file, head, stampOfSession(head, stamp), own))
  const there = new Set(tasks.map(({ id }) => id))
  const lost = (await library.findSessions(file)).filter(({ id, isGone }) => !isGone && !there.has(id))
  return [...(await library.found(tasks, openedTs, false)), ...(await library.gone(lost.map(({ id }) => id)))]
}

/** Whoever may put a link in the place of a known folder must not lead out of the folders that are allowed. */
function buildMovedFailure(path: string): JobFailure {
  return {
    code: 'not-found',
    message: 'A link to another place stands where this task was',
    where: path,
    hint: 'Open the place that it leads to, if you mean that.',
  }
}

async function isStillListed({ library }: Store, id: string): Promise<boolean> {
  const entry = await library.entry(id)
  return entry !== null && isListed(entry)
}

/** Only of a task that is listed already: what a person opened in vain is reported to them and nowhere else. */
async function noteFailure(
  store: Store,
  id: string,
  stamp: TaskStamp | null,
  failure: JobFailure,
): Promise<void> {
  if (failure.code === 'not-found') await store.library.gone([id])
  else await store.library.failed(id, stamp?.stamp ?? '', formatFailure(failure), everyReader)
}

function formatFailure({ message, hint }: JobFailure): string {
  return `${message.replace(/\.$/, '')}. ${hint}`
}
