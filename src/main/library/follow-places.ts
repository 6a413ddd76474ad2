import { lookAtTasks, scanFolder, type ScanDependencies } from './scan-folder.ts'
import { taskId } from './task-id.ts'
import { isAtOrBelow } from './task-places.ts'
import { createTurns } from './turns.ts'
import { createWatches } from './watches.ts'
import type { watchPlaces } from './watch-places.ts'
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
  readonly close: () => Promise<void>
}

const limitText =
  'The system allows no more watches, so this folder is looked at every 30 seconds instead. Raise the limit (on Linux: fs.inotify.max_user_watches), or watch fewer folders.'

/** Looks at everything once, watches it, and looks again from time to time where watching is not possible. */
export function followPlaces(dependencies: FollowDependencies): Following {
  const { store, times, now } = dependencies
  const turns = createTurns()
  const quiet = createWhenQuiet({ ...times, now, work: (path) => void lookAgain(path) })
  const watches = createWatches(dependencies, quiet.touch)
  const problems = new Map<string, string | null>()

  const scan = (folder: string): Promise<void> =>
    turns.take(async () => {
      const { problem } = await scanFolder(dependencies, folder, { isOpened: false })
      // A folder that came back is another one for the system, and nobody watches it yet.
      if (problem === null && (problems.get(folder) ?? null) !== null && !watches.isRefused(folder)) {
        await watches.renew(folder)
        await scanFolder(dependencies, folder, { isOpened: false })
      }
      note(folder, problem)
    })
  const note = (folder: string, problem: string | null): void => {
    const shown = problem ?? (watches.isRefused(folder) ? limitText : null)
    problems.set(folder, shown)
    dependencies.onProblem(folder, shown)
  }
  const lookAgain = async (path: string): Promise<void> => {
    const folders = [...problems.keys()].filter((folder) => isAtOrBelow(path, folder))
    for (const folder of folders) await scan(folder)
    if (folders.length === 0) await turns.take(() => lookAtTouched(dependencies, path))
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
    if (turns.isOver()) return
    await watches.begin({ folders, single, tasks: new Set(entries.map(({ path }) => path)) })
    // What changed between the first look and the beginning of the watch.
    for (const folder of folders) await scan(folder)
  }

  const timer = setInterval(() => {
    for (const [folder, problem] of problems) if (problem !== null) void scan(folder)
  }, times.rescanMs)

  // A database that is locked for a while: what could not be noted now is noted when somebody listens anew.
  void begin().catch(() => undefined)
  return {
    close: async () => {
      clearInterval(timer)
      quiet.clear()
      const lastTurn = turns.end()
      await lastTurn
      await watches.close()
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
