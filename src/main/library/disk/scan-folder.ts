import { parseJson } from '../../../shared/lib/json-values.ts'
import pMap from 'p-map'
import { findTasks, isTask } from '../../importers/find-tasks.ts'
import { recogniseFile } from '../../importers/recognise-file.ts'
import { ImportFailure } from '../../importers/import-failure.ts'
import type { FoundTask, LibraryEntry } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { searchReservations } from './search-reservations.ts'
import { stampTask, type TaskStamp } from './stamp-task.ts'
import { taskId, isAtOrBelow } from './task-places.ts'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { agentOfPath } from '../../importers/details/agent-of-path.ts'
import { readSidecars } from '../../importers/roo/task-sidecars.ts'
import { taskTitle } from '../../importers/details/task-title.ts'
import { taskFiles } from '../../files/task-files.ts'
import { firstText } from './first-text.ts'
import { openToRead } from '../../files/read-file.ts'

/** Of a chat record or a history only this much is read: its first message says what the task is about. */
const headBytes = 16 * 1024

/** Files beside a history are small; one that is larger than this is none of them. */
const sidecarBytes = 256 * 1024

const costSchema = z.object({ totalCost: z.number().nonnegative() })

/** Tasks that are looked at together, and stored in one transaction: the first rows are there after this many. */
const tasksAtOnce = 100
const filesAtOnce = 16

export type ScanDependencies = {
  readonly store: Pick<Store, 'library'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called while the scan goes on: listings of these tasks are out of date. */
  readonly onChanged: (taskIds: readonly string[]) => void
  /** Called when a folder was looked through, with the milliseconds. */
  readonly onScanned?: ((scan: FolderScan) => void) | undefined
}

export type FolderScan = {
  readonly folder: string
  readonly tasks: number
  readonly ms: number
  readonly status: 'whole' | 'partly'
}

/** Opened tasks come back even if they were taken out of the library. */
type LookOptions = { readonly isOpened?: boolean }

export type Scan = {
  /** Tasks that are there. */
  readonly taskIds: readonly string[]
  /** Why not all of the folder could be looked at, for a person; null where it could. */
  readonly problem: string | null
}

/**
 * Lists the tasks in a folder as they are now, and notes those that are gone. Tasks whose files did not change are not
 * looked into.
 */
export async function scanFolder(
  dependencies: ScanDependencies,
  root: string,
  { isOpened = false }: LookOptions = {},
): Promise<Scan> {
  const { now, onScanned } = dependencies
  const started = now()
  const { paths, problem } = await searchFolder(root)
  const taskIds = await lookAtTasks(dependencies, paths, { isOpened })
  const there = new Set(taskIds)
  const missing = (await dependencies.store.library.entries()).filter(
    ({ id, path, isFollowed, isGone }) => isFollowed && !isGone && isAtOrBelow(root, path) && !there.has(id),
  )
  const others = missing.map(({ path }) => path)
  await lookAtTasks(dependencies, others)
  const status = problem === null ? 'whole' : 'partly'
  onScanned?.({ folder: root, tasks: taskIds.length, ms: now() - started, status })
  return { taskIds, problem }
}

async function searchFolder(root: string): Promise<{ paths: readonly string[]; problem: string | null }> {
  try {
    const found = await findTasks(root)
    const problems = searchReservations(found)
    return { paths: found.paths, problem: problems.length === 0 ? null : problems.join(' ') }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    return { paths: [], problem: `${error.message}. ${error.hint}` }
  }
}

/** Takes note of how tasks are now, gone ones included. Gives the ids of those that are there. */
export async function lookAtTasks(
  { store, now, onChanged }: ScanDependencies,
  paths: readonly string[],
  { isOpened = false }: LookOptions = {},
): Promise<readonly string[]> {
  const known = await knownTasks(store, paths.length)
  const openedTs = now()
  const there: string[] = []
  for (let start = 0; start < paths.length; start += tasksAtOnce) {
    const batch = paths.slice(start, start + tasksAtOnce)
    const looks = await pMap(batch, (path) => lookAt(path, known, isOpened), { concurrency: filesAtOnce })
    const tasks = looks.flatMap((look) => (look.task === null ? [] : [look.task]))
    const gone = looks.filter(({ isThere }) => !isThere).map(({ id }) => id)
    const changed = [
      ...(tasks.length === 0 ? [] : await store.library.found(tasks, openedTs, isOpened)),
      ...(gone.length === 0 ? [] : await store.library.gone(gone)),
    ]
    if (changed.length > 0) onChanged(changed)
    there.push(...looks.filter(({ isThere }) => isThere).map(({ id }) => id))
  }
  return there
}

type Known = (id: string) => Promise<LibraryEntry | null>

/** A few tasks are asked for one by one, many at once. */
async function knownTasks({ library }: Pick<Store, 'library'>, wanted: number): Promise<Known> {
  if (wanted < tasksAtOnce) return (id) => library.entry(id)
  const entries = new Map((await library.entries()).map((entry) => [entry.id, entry]))
  return async (id) => entries.get(id) ?? null
}

type Look = { readonly id: string; readonly isThere: boolean; readonly task: FoundTask | null }

async function lookAt(path: string, known: Known, isOpened: boolean): Promise<Look> {
  const id = taskId(path)
  try {
    return await lookCloser(path, await known(id), isOpened)
  } catch (error) {
    // One that may not be looked at now is neither gone nor changed.
    if (error instanceof ImportFailure) return { id, isThere: true, task: null }
    throw error
  }
}

async function lookCloser(path: string, entry: LibraryEntry | null, isOpened: boolean): Promise<Look> {
  const id = taskId(path)
  const stamp = await stampTask(path)
  if (stamp === null || !(await isOne(path, stamp, entry))) return { id, isThere: false, task: null }
  const isKnown = entry !== null && entry.stamp === stamp.stamp && !entry.isGone
  const isBack = isOpened && entry !== null && (entry.forgottenStamp !== null || !entry.isFollowed)
  const isWanted = !isKnown || isBack
  return { id, isThere: true, task: isWanted ? await describeTask(path, stamp) : null }
}

/**
 * Whether something is a task: folders by their names, files by their content. One that is listed stays so, unless nobody
 * could ever read it.
 */
async function isOne(path: string, stamp: TaskStamp, entry: LibraryEntry | null): Promise<boolean> {
  const { isFolder, isClosed } = stamp
  const isKnown =
    entry !== null && (entry.isSingle || entry.failure === null || entry.snapshotSha256 !== null)
  if (isFolder || isKnown || (isClosed && entry !== null)) return true
  return (await recogniseFile(path, basename(path))) !== null && !(await isTask(dirname(path)))
}

/** A task as its small files and the beginnings of its large ones show it; damage is no reason to leave it out. */
async function describeTask(path: string, stamp: TaskStamp): Promise<FoundTask> {
  const head = async (name: string, bytes: number): Promise<string | null> =>
    stamp.names.includes(name) ? readHead(join(path, name), bytes) : null
  const json = async (name: string): Promise<unknown> => parseOrNull(await head(name, sidecarBytes))
  const item = await json(taskFiles.historyItem)
  const sidecars = readSidecars(item, await json(taskFiles.metadata))
  const title = sidecars.title ?? (await firstRequest(path, stamp))
  return {
    id: taskId(path),
    path,
    stamp: stamp.stamp,
    sizeBytes: stamp.sizeBytes,
    title: taskTitle(null, [{ role: 'user', content: title }], basename(path)),
    agent: agentOfPath(path),
    model: sidecars.model,
    workspace: sidecars.workspace,
    costUsd: costSchema.safeParse(item).data?.totalCost ?? null,
    lastActivityTs: sidecars.ts ?? stamp.changedTs,
  }
}

/** The chat record begins with the words of the person; a history may begin with what the agent wrapped them in. */
async function firstRequest(path: string, { names }: TaskStamp): Promise<string> {
  const candidates = [taskFiles.chatRecord, taskFiles.history, taskFiles.legacy].filter((name) =>
    names.includes(name),
  )
  const places = candidates.length > 0 ? candidates.map((name) => join(path, name)) : [path]
  for (const place of places) {
    const head = await readHead(place, headBytes)
    const text = head === null ? '' : firstText(head)
    if (text.trim() !== '') return text
  }
  return ''
}

function parseOrNull(text: string | null): unknown {
  if (text === null) return null
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/**
 * The first bytes of an ordinary file as text; null where it cannot be read. Links are not followed, so that a folder
 * from somebody else shows nothing of files beside it; pipes are not waited for.
 */
async function readHead(path: string, bytes: number): Promise<string | null> {
  const handle = await openToRead(path, { followsLinks: false }).catch(() => null)
  if (handle === null) return null
  try {
    if (!(await handle.stat()).isFile()) return null
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    // A letter may be cut in two at the end; streaming leaves its first half out.
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true })
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
