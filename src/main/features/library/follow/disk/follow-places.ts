import { existsSync } from 'node:fs'
import PQueue from 'p-queue'
import { defaultSearchLimits } from '../../../../agents/find-tasks.ts'
import { isListed, listFollowedTasks } from '../entry-state.ts'
import { lookAtTasks } from './look-at-tasks.ts'
import { scanFolder, type ScanDependencies } from './scan-folder.ts'
import { listTaskFiles, buildTaskId, isAtOrBelow, isInAny } from './task-places.ts'
import type { watchPlaces, PlacesWatch } from './watch-places.ts'

/** The watches of folders, each on its own, and one for all single tasks. */
type Watches = {
  /** Resolves when every change from now on is reported. */
  readonly begin: (places: WatchedPlaces) => Promise<void>
  /** Begins anew with a folder that went and came back. */
  readonly renew: (folder: string) => Promise<void>
  /** Whether the system refused to watch the folder, or `singleTasks`. */
  readonly isRefused: (folder: string) => boolean
  readonly close: () => Promise<void>
}

/** Stands for the watch of all single tasks, where others have the path of their folder. */
const singleTasks = ''

type WatchedPlaces = {
  readonly folders: readonly string[]
  /** Tasks outside of the folders. */
  readonly single: readonly string[]
  /** All known tasks, below which there are no others. */
  readonly tasks: ReadonlySet<string>
}

type WatchesDependencies = {
  readonly watch: typeof watchPlaces
}

/** Work that waits until a key has been quiet for a while, but not for ever while it is not. */
type WhenQuiet = {
  readonly touch: (key: string) => void
  /** Forgets what waits. */
  readonly clear: () => void
}

type WhenQuietOptions = {
  readonly quietMs: number
  /** The longest that a key waits after its first touch. */
  readonly mostMs: number
  /** Milliseconds, from any moment. */
  readonly now: () => number
  readonly work: (key: string) => void
}

/** Work that is done one after the other: two looks at once would note an old state after a new one. */
type Turns = {
  /** Resolves when it was done, or when it failed: the next look notes what this one could not. */
  readonly take: (work: () => Promise<unknown>) => Promise<void>
  /** Nothing begins any more; resolves when what has begun is over. */
  readonly end: () => Promise<void>
  readonly isOver: () => boolean
}

/** Milliseconds. */
export type FollowTimes = {
  /**
   * How long the files of a task must have been left alone before they are looked at. More than the 50 ms after a change in
   * which chokidar drops what changes next.
   */
  readonly quietMs: number
  /** The longest that a look waits for that. */
  readonly mostMs: number
  /** Between looks at folders that cannot be watched or read, and for folders that have gone. */
  readonly rescanMs: number
  /** Between looks for folders that are gone and may come back. */
  readonly returnMs: number
}

export type FollowDependencies = ScanDependencies & {
  readonly times: FollowTimes
  /** What keeps a folder from being followed, for a person; null where nothing does. */
  readonly onProblem: (folder: string, problem: string | null) => void
  readonly watch: typeof watchPlaces
}

/** Follows folders and single tasks on disk until it is closed. */
export type Following = {
  readonly close: () => Promise<void>
}

const limitText =
  'The system allows no more watches, so this folder is looked at every 30 seconds instead. Raise the limit (on Linux: fs.inotify.max_user_watches), or watch fewer folders.'

/** Looks at everything once, watches it, and looks again from time to time where watching is not possible. */
export function followPlaces(dependencies: FollowDependencies): Following {
  const { store, times, now } = dependencies
  const turns = createTurns()
  const quiet = createWhenQuiet({ ...times, now, work: (path) => void looks.at(path) })
  const watches = createWatches(dependencies, quiet.touch)
  const looks = createLooks(dependencies, turns, watches)

  let single: readonly { readonly path: string }[] = []
  const lookAtSingle = (): Promise<void> => turns.take(() => lookAtTasks(dependencies, single))

  async function begin(): Promise<void> {
    const folders = await store.library.folders()
    for (const folder of folders) await looks.scan(folder)
    const tasks = await listFollowedTasks(store, folders)
    single = tasks.single.map((path) => ({ path }))
    await lookAtSingle()
    if (turns.isOver()) return
    await watches.begin({ folders, single: tasks.single, tasks: new Set(tasks.all) })
    // What changed between the first look and the beginning of the watch.
    for (const folder of folders) await looks.scan(folder)
  }

  let begun: Promise<void> | null = null
  // A database that is locked for a while: it is tried again until it works.
  const tryToBegin = (): void => {
    begun ??= begin().catch(() => {
      begun = null
    })
  }
  const timer = setInterval(() => {
    tryToBegin()
    void looks.again()
    if (watches.isRefused(singleTasks)) void lookAtSingle()
  }, times.rescanMs)
  const returnTimer = setInterval(() => void looks.atReturned(), times.returnMs)
  tryToBegin()
  return {
    close: async () => {
      clearInterval(timer)
      clearInterval(returnTimer)
      quiet.clear()
      await turns.end()
      await watches.close()
    },
  }
}

/** Looks at what is followed, one after the other. */
type Looks = {
  readonly scan: (folder: string) => Promise<void>
  /** At what was touched. */
  readonly at: (path: string) => Promise<void>
  /** At folders with a problem, at those that have gone, and at tasks that could not be read. */
  readonly again: () => Promise<void>
  /** At folders that had gone and are there again. */
  readonly atReturned: () => Promise<void>
}

function createLooks(dependencies: FollowDependencies, turns: Turns, watches: Watches): Looks {
  const problems = new Map<string, string | null>()
  const gone = new Set<string>()
  const scan = (folder: string): Promise<void> =>
    turns.take(async () => {
      const { problem } = await scanFolder(dependencies, folder)
      // A folder that came back is another one for the system, and nobody watches it yet.
      if (problem === null && (problems.get(folder) ?? null) !== null && !watches.isRefused(folder)) {
        await watches.renew(folder)
        await scanFolder(dependencies, folder)
      }
      const shown = problem ?? (watches.isRefused(folder) ? limitText : null)
      problems.set(folder, shown)
      if (isMissing(folder)) gone.add(folder)
      else gone.delete(folder)
      dependencies.onProblem(folder, shown)
    })
  const scanIf = async (isWanted: (folder: string, problem: string | null) => boolean): Promise<number> => {
    const wanted = [...problems].filter(([folder, problem]) => isWanted(folder, problem))
    for (const [folder] of wanted) await scan(folder)
    return wanted.length
  }
  return {
    scan,
    at: async (path) => {
      if ((await scanIf((folder) => isAtOrBelow(path, folder))) > 0) return
      await turns.take(() => lookAtTouched(dependencies, path))
      await scanIf((folder) => isAtOrBelow(folder, path) && isMissing(folder))
    },
    // The system reports no folder that comes back: it may lie on a drive that is plugged in.
    atReturned: async () => {
      await scanIf((folder) => gone.has(folder) && !isMissing(folder))
    },
    again: async () => {
      await scanIf((folder, problem) => problem !== null || isMissing(folder))
      // The system tells nobody that rights were given back.
      await turns.take(() => lookAtFailed(dependencies))
    },
  }
}

/** The system does not always tell that the watched folder itself has gone. */
function isMissing(folder: string): boolean {
  return !existsSync(folder)
}

async function lookAtFailed(dependencies: FollowDependencies): Promise<void> {
  const entries = await dependencies.store.library.entries()
  const failed = entries.filter((entry) => entry.isFollowed && isListed(entry) && entry.failure !== null)
  await lookAtTasks(dependencies, failed)
}

/** A task, or a folder that went with the tasks in it. */
async function lookAtTouched(dependencies: FollowDependencies, path: string): Promise<void> {
  const { library } = dependencies.store
  // A task that is followed by itself does not bring others with it, such as those of its database.
  const isWatched = isInAny(await library.folders(), path)
  const there = isWatched ? await lookAtTasks(dependencies, [{ path }]) : []
  if (there.length > 0 || (isWatched && (await library.entry(buildTaskId(path))) !== null)) return
  const below = (await library.entries()).filter((entry) => isAtOrBelow(path, entry.path))
  await lookAtTasks(dependencies, below)
}

/** An empty line. */
function createTurns(): Turns {
  const queue = new PQueue({ concurrency: 1 })
  let isOver = false
  return {
    take: (work) =>
      queue.add(async () => {
        if (!isOver) await work().catch(() => undefined)
      }),
    end: () => {
      isOver = true
      return queue.onIdle()
    },
    isOver: () => isOver,
  }
}

/** Does the work of a key once after many touches. */
function createWhenQuiet({ quietMs, mostMs, now, work }: WhenQuietOptions): WhenQuiet {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly sinceMs: number }>()
  return {
    touch: (key) => {
      const before = waiting.get(key)
      clearTimeout(before?.timer)
      const sinceMs = before?.sinceMs ?? now()
      const delayMs = Math.max(0, Math.min(quietMs, sinceMs + mostMs - now()))
      const timer = setTimeout(() => {
        waiting.delete(key)
        work(key)
      }, delayMs)
      waiting.set(key, { timer, sinceMs })
    },
    clear: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

/** Watches nothing yet. */
function createWatches({ watch }: WatchesDependencies, onTouched: (path: string) => void): Watches {
  const open = new Map<string, PlacesWatch>()
  const refused = new Set<string>()
  let tasks: ReadonlySet<string> = new Set()
  const isTask = (path: string): boolean => tasks.has(path)

  const add = async (folder: string): Promise<void> => {
    const onLimit = (): void => {
      refused.add(folder)
      onTouched(folder)
    }
    const one = watch({
      paths: listTaskFiles(folder),
      depth: defaultSearchLimits.depth,
      isTask,
      onTouched,
      onLimit,
    })
    open.set(folder, one)
    await one.ready
  }

  return {
    begin: async (places) => {
      tasks = places.tasks
      await Promise.all(places.folders.map(add))
      if (places.single.length === 0) return
      const onLimit = (): void => void refused.add(singleTasks)
      const one = watch({ paths: places.single.flatMap(listTaskFiles), depth: 0, isTask, onTouched, onLimit })
      open.set(singleTasks, one)
      await one.ready
    },
    renew: async (folder) => {
      await open.get(folder)?.close()
      await add(folder)
    },
    isRefused: (folder) => refused.has(folder),
    close: async () => {
      await Promise.all([...open.values()].map((one) => one.close()))
    },
  }
}
