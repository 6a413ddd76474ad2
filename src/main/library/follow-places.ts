import { defaultSearchLimits } from './find-tasks.ts'
import { lookAtTasks, scanFolder, type ScanDependencies } from './scan-folder.ts'
import { taskId } from './task-id.ts'
import { isAtOrBelow } from './task-places.ts'
import { createTurns } from './turns.ts'
import { watchPlaces, type PlacesWatch } from './watch-places.ts'
import { createWhenQuiet } from './when-quiet.ts'

/** Milliseconds. */
export type FollowTimes = {
  /** How long the files of a task must have been left alone before they are looked at. */
  readonly quietMs: number
  /** The longest that a look waits for that. */
  readonly mostMs: number
  /** Between looks at folders that cannot be watched. */
  readonly rescanMs: number
}

export type FollowDependencies = ScanDependencies & {
  readonly times: FollowTimes
  /** What keeps a folder from being followed, for a person; null where nothing does. */
  readonly onProblem: (folder: string, problem: string | null) => void
  readonly watch: typeof watchPlaces
}

/** Follows folders and single tasks on disk until it is closed. */
export type Following = {
  /** Resolves when what changed before is noted, and what changes from now on is followed. */
  readonly ready: Promise<void>
  readonly close: () => Promise<void>
}

const limitText =
  'The system allows no more watches, so this folder is looked at every 30 seconds instead. Raise the limit (on Linux: fs.inotify.max_user_watches), or watch fewer folders.'

/** Looks at everything once, watches it, and looks again from time to time where watching is not possible. */
export function followPlaces(dependencies: FollowDependencies): Following {
  const { store, times, now, onProblem } = dependencies
  const watches: PlacesWatch[] = []
  const unwatchable = new Set<string>()
  const problems = new Map<string, string | null>()
  const turns = createTurns()
  const quiet = createWhenQuiet({
    ...times,
    now,
    work: (path) => void turns.take(() => lookAtTouched(dependencies, path)),
  })

  const note = (folder: string, problem: string | null): void => {
    const shown = problem ?? (unwatchable.has(folder) ? limitText : null)
    problems.set(folder, shown)
    onProblem(folder, shown)
  }
  const scan = (folder: string): Promise<void> =>
    turns.take(async () =>
      note(folder, (await scanFolder(dependencies, folder, { isOpened: false })).problem),
    )

  const follow = (folder: string | null, paths: readonly string[], tasks: ReadonlySet<string>): void => {
    if (turns.isOver() || paths.length === 0) return
    const onLimit = (): void => {
      if (folder === null) return
      unwatchable.add(folder)
      note(folder, null)
    }
    const depth = folder === null ? 0 : defaultSearchLimits.depth
    const isTask = (path: string): boolean => tasks.has(path)
    watches.push(dependencies.watch({ paths, depth, isTask, onTouched: quiet.touch, onLimit }))
  }

  async function begin(): Promise<void> {
    const folders = await store.library.folders()
    for (const folder of folders) await scan(folder)
    const entries = (await store.library.entries()).filter(
      ({ isFollowed, forgottenStamp }) => isFollowed && forgottenStamp === null,
    )
    const single = entries
      .map(({ path }) => path)
      .filter((path) => !folders.some((folder) => isAtOrBelow(folder, path)))
    await turns.take(() => lookAtTasks(dependencies, single, { isOpened: false }))
    const tasks = new Set(entries.map(({ path }) => path))
    for (const folder of folders) follow(folder, [folder], tasks)
    follow(null, single, tasks)
    await Promise.all(watches.map(({ ready }) => ready))
    // What changed between the first look and the beginning of the watch.
    for (const folder of folders) await scan(folder)
  }

  const timer = setInterval(() => {
    for (const [folder, problem] of problems) if (problem !== null) void scan(folder)
  }, times.rescanMs)

  return {
    ready: begin(),
    close: async () => {
      clearInterval(timer)
      quiet.clear()
      const lastTurn = turns.end()
      await Promise.all(watches.map((watch) => watch.close()))
      await lastTurn
    },
  }
}

/** A task, or a folder that went with the tasks in it. */
async function lookAtTouched(dependencies: FollowDependencies, path: string): Promise<void> {
  const { library } = dependencies.store
  const isTask = (await library.entry(taskId(path))) !== null
  const below = isTask ? [] : (await library.entries()).filter((entry) => isAtOrBelow(path, entry.path))
  await lookAtTasks(dependencies, [path, ...below.map((entry) => entry.path)], { isOpened: false })
}
