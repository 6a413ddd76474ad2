import { defaultSearchLimits } from '../importers/find-tasks.ts'
import type { PlacesWatch, watchPlaces } from './watch-places.ts'

/** The watches of folders, each on its own, and one for all single tasks. */
export type Watches = {
  /** Resolves when every change from now on is reported. */
  readonly begin: (places: WatchedPlaces) => Promise<void>
  /** Begins anew with a folder that went and came back. */
  readonly renew: (folder: string) => Promise<void>
  /** Whether the system refused to watch the folder, or `singleTasks`. */
  readonly isRefused: (folder: string) => boolean
  readonly close: () => Promise<void>
}

/** Stands for the watch of all single tasks, where others have the path of their folder. */
export const singleTasks = ''

export type WatchedPlaces = {
  readonly folders: readonly string[]
  /** Tasks outside of the folders. */
  readonly single: readonly string[]
  /** All known tasks, below which there are no others. */
  readonly tasks: ReadonlySet<string>
}

export type WatchesDependencies = {
  readonly watch: typeof watchPlaces
}

/** Watches nothing yet. */
export function createWatches({ watch }: WatchesDependencies, onTouched: (path: string) => void): Watches {
  const open = new Map<string, PlacesWatch>()
  const refused = new Set<string>()
  let tasks: ReadonlySet<string> = new Set()
  const isTask = (path: string): boolean => tasks.has(path)

  const add = async (folder: string): Promise<void> => {
    const onLimit = (): void => {
      refused.add(folder)
      onTouched(folder)
    }
    const one = watch({ paths: [folder], depth: defaultSearchLimits.depth, isTask, onTouched, onLimit })
    open.set(folder, one)
    await one.ready
  }

  return {
    begin: async (places) => {
      tasks = places.tasks
      await Promise.all(places.folders.map(add))
      if (places.single.length === 0) return
      const onLimit = (): void => void refused.add(singleTasks)
      const one = watch({ paths: places.single, depth: 0, isTask, onTouched, onLimit })
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
