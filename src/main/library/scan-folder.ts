import pMap from 'p-map'
import { findTasks } from '../importers/find-tasks.ts'
import { ImportFailure } from '../importers/import-failure.ts'
import type { FoundTask, LibraryEntry } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { describeTask } from './describe-task.ts'
import { searchReservations } from './search-reservations.ts'
import { stampTask } from './stamp-task.ts'
import { taskId } from './task-id.ts'
import { isAtOrBelow } from './task-places.ts'

/** Tasks that are looked at together, and stored in one transaction: the first rows are there after this many. */
const tasksAtOnce = 100
const filesAtOnce = 16

export type ScanDependencies = {
  readonly store: Pick<Store, 'library'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told while the scan goes on: listings of these tasks are out of date. */
  readonly onChanged: (taskIds: readonly string[]) => void
  /** Told when a folder was looked through; milliseconds. */
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
  if (stamp === null) return { id, isThere: false, task: null }
  const isKnown = entry !== null && entry.stamp === stamp.stamp && !entry.isGone
  const isBack = isOpened && entry !== null && (entry.forgottenStamp !== null || !entry.isFollowed)
  const isWanted = !isKnown || isBack
  return { id, isThere: true, task: isWanted ? await describeTask(path, stamp) : null }
}
