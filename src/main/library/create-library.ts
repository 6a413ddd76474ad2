import type { DiscoveredStorage } from '../../shared/api/library.ts'
import type { Store } from '../store/store.ts'
import { createAnnouncer } from './announcer.ts'
import { createBackgroundWork } from './background-work.ts'
import type { BackgroundStep } from './background-step.ts'
import { followPlaces, type Following, type FollowTimes } from './follow-places.ts'
import type { LibraryService } from './library-service.ts'
import { realPath } from './real-path.ts'
import { scanFolder, type ScanDependencies } from './scan-folder.ts'
import { isAtOrBelow } from './task-places.ts'
import type { TaskReader } from './task-reader.ts'
import type { watchPlaces } from './watch-places.ts'

export type LibraryDependencies = {
  readonly store: Store
  readonly reader: TaskReader
  readonly steps: readonly BackgroundStep[]
  /** Storage of agents that is there; `isWatched` is decided here. */
  readonly findStorage: () => Promise<readonly Omit<DiscoveredStorage, 'isWatched'>[]>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly watch: typeof watchPlaces
  /** Tests are in a hurry. */
  readonly times?: LibraryTimes
}

/** Milliseconds. */
export type LibraryTimes = FollowTimes & {
  /** Before a half-written task is looked at again. */
  readonly retryMs: number
  /** Least time between two events of a kind. */
  readonly everyMs: number
}

const usualTimes: LibraryTimes = {
  quietMs: 300,
  mostMs: 2000,
  rescanMs: 30_000,
  retryMs: 1000,
  everyMs: 250,
}

/** Builds the service; nothing is watched or worked on until somebody listens. */
export function createLibrary(dependencies: LibraryDependencies): LibraryService {
  const { store, reader, steps, now, watch, times = usualTimes } = dependencies
  const announcer = createAnnouncer(times)
  const problems = new Map<string, string | null>()
  const work = createBackgroundWork({
    ...{ store, reader, steps, retryMs: times.retryMs },
    onState: announcer.state,
    onChanged: announcer.tasks,
  })
  const onChanged = (taskIds: readonly string[]): void => {
    announcer.tasks(taskIds)
    work.refresh()
  }
  const scanning: ScanDependencies = { store, now, onChanged }
  const session = createSession(
    () =>
      followPlaces({
        ...{ ...scanning, times, watch },
        onProblem: (folder, problem) => {
          if (problem !== (problems.get(folder) ?? null)) announcer.tasks([])
          problems.set(folder, problem)
        },
      }),
    work,
  )
  return {
    addFolder: async (path) => {
      const root = await realPath(path)
      await store.library.addFolder(root, now())
      const { taskIds, problem } = await scanFolder(scanning, root, { isOpened: true })
      problems.set(root, problem)
      session.renew()
      return taskIds
    },
    folders: async () => describeFolders(store, problems),
    unwatch: async (path) => {
      await store.library.removeFolder(path)
      problems.delete(path)
      session.renew()
    },
    discover: async () => {
      const folders = new Set(await store.library.folders())
      const found = await dependencies.findStorage()
      return Promise.all(
        found.map(async (storage) => ({ ...storage, isWatched: folders.has(await realPath(storage.path)) })),
      )
    },
    forget: async (taskId) => {
      const entry = await store.library.entry(taskId)
      const folders = await store.library.folders()
      const isInFolder = entry !== null && folders.some((folder) => isAtOrBelow(folder, entry.path))
      await store.tasks.forget(taskId, isInFolder)
      for (const step of steps) await step.forget(taskId)
      onChanged([taskId])
    },
    listen: (listener) => {
      const leave = announcer.add(listener)
      session.set(true)
      return () => {
        leave()
        session.set(announcer.count() > 0)
      }
    },
    noteOpened: async ({ id, path }) => {
      onChanged([id])
      const folders = await store.library.folders()
      if (path !== '' && !folders.some((folder) => isAtOrBelow(folder, path))) session.renew()
    },
    close: async () => {
      session.set(false)
      await session.settled()
    },
  }
}

async function describeFolders(store: Store, problems: ReadonlyMap<string, string | null>) {
  const entries = (await store.library.entries()).filter(({ forgottenStamp }) => forgottenStamp === null)
  return (await store.library.folders()).map((path) => ({
    path,
    tasks: entries.filter((entry) => isAtOrBelow(path, entry.path)).length,
    problem: problems.get(path) ?? null,
  }))
}

/** Following and background work, begun and ended one after the other. */
type Session = {
  readonly set: (isWanted: boolean) => void
  /** Follows what is to be followed now. */
  readonly renew: () => void
  readonly settled: () => Promise<void>
}

function createSession(
  begin: () => Following,
  work: { readonly start: () => void; readonly stop: () => Promise<void> },
): Session {
  let isWanted = false
  let isOutdated = false
  let following: Following | null = null
  let last: Promise<void> = Promise.resolve()
  const adjust = (): void => {
    last = last.then(async () => {
      if (following !== null && (!isWanted || isOutdated)) {
        const ended = following
        following = null
        await ended.close()
        if (!isWanted) await work.stop()
      }
      isOutdated = false
      if (!isWanted || following !== null) return
      following = begin()
      work.start()
    })
  }
  return {
    set: (wanted) => {
      isWanted = wanted
      adjust()
    },
    renew: () => {
      isOutdated = true
      adjust()
    },
    settled: () => last,
  }
}
