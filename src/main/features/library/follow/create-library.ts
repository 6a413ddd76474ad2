import { existsSync } from 'node:fs'
import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import type { DiscoveredStorage } from '../../../../shared/library/contract.ts'
import { growingMs } from '../../../../shared/library/task-types.ts'
import type { LibraryEvent, LibraryState } from '../../../../shared/library/types.ts'
import type { Store } from '../../../platform/store/store.ts'
import { followPlaces, type FollowTimes, type Following } from './disk/follow-places.ts'
import { scanFolder, type ScanDependencies } from './disk/scan-folder.ts'
import { resolveRealPath, isAtOrBelow, isInAny } from './disk/task-places.ts'
import type { watchPlaces } from './disk/watch-places.ts'
import { isListed } from './entry-state.ts'
import type { LibraryService } from './library-service.ts'
import type { BackgroundStep } from './steps/background-step.ts'
import { createBackgroundWork, type BackgroundWork, type WorkTimes } from './steps/background-work.ts'
import type { TaskReader } from './task-reader.ts'

/** Tells listeners what has changed, and not more often than they can use it. */
type Announcer = {
  /** Gives the new listener the last state at once. Returns the function that removes it. */
  readonly add: (listener: (event: LibraryEvent) => void) => () => void
  readonly count: () => number
  readonly tasks: (taskIds: readonly string[]) => void
  readonly state: (state: LibraryState) => void
}

type AnnouncerOptions = {
  /** Least time between two messages of the same kind, in milliseconds. */
  readonly everyMs: number
}

/** Following and background work, begun and ended one after the other. */
type Session = {
  readonly set: (isWanted: boolean) => void
  /** Follows what is to be followed now. */
  readonly renew: () => void
  readonly settled: () => Promise<void>
}

export type LibraryDependencies = {
  readonly store: Store
  readonly reader: TaskReader
  readonly steps: readonly BackgroundStep[]
  /** Storage of agents that is there; `isWatched` is decided here. */
  readonly findStorage: () => Promise<readonly Omit<DiscoveredStorage, 'isWatched'>[]>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly watch: typeof watchPlaces
  readonly onScanned?: ScanDependencies['onScanned']
  /** Tests are in a hurry. */
  readonly times?: LibraryTimes
}

/** Milliseconds, but for a factor; `everyMs` is the least time between two events of a kind. */
export type LibraryTimes = FollowTimes & WorkTimes & { readonly everyMs: number }

const usualTimes: LibraryTimes = {
  quietMs: 300,
  mostMs: 2000,
  rescanMs: 30_000,
  returnMs: 2000,
  retryMs: 1000,
  restFactor: 10,
  everyMs: 250,
}

/** Builds the service; nothing is watched or worked on until somebody listens. */
export function createLibrary(dependencies: LibraryDependencies): LibraryService {
  const parts = assemble(dependencies)
  const { store, findStorage } = dependencies
  const { announcer, session, onChanged } = parts
  return {
    ...buildFolderMethods(dependencies, parts),
    discover: async () => {
      const folders = new Set(await store.library.folders())
      const found = await findStorage()
      return Promise.all(
        found.map(async (storage) => ({
          ...storage,
          isWatched: folders.has(await resolveRealPath(storage.path)),
        })),
      )
    },
    forget: async (taskId) => {
      const entry = await store.library.entry(taskId)
      await store.tasks.forget(taskId, entry !== null && (await isInFolder(store, entry.path)))
      for (const step of dependencies.steps) await step.forget(taskId)
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
    tryAgain: parts.work.tryAgain,
    noteListed: onChanged,
    noteOpened: async ({ id, path }) => {
      if (path !== '') await store.library.opened(id)
      onChanged([id])
      if (path !== '' && !(await isInFolder(store, path))) session.renew()
    },
    close: async () => {
      session.set(false)
      await session.settled()
    },
  }
}

type Parts = {
  readonly announcer: Announcer
  readonly session: Session
  readonly work: BackgroundWork
  /** What keeps a folder from being followed, by path. */
  readonly problems: Map<string, string | null>
  readonly scanning: ScanDependencies
  readonly onChanged: (taskIds: readonly string[]) => void
}

function assemble(dependencies: LibraryDependencies): Parts {
  const { store, reader, steps, now, watch, onScanned, times = usualTimes } = dependencies
  const announcer = createAnnouncer(times)
  const problems = new Map<string, string | null>()
  const work = createBackgroundWork({
    store,
    reader,
    steps,
    ...times,
    onState: announcer.state,
    onChanged: announcer.tasks,
  })
  const calm = createCalm(announcer.tasks)
  const onChanged = (taskIds: readonly string[]): void => {
    announcer.tasks(taskIds)
    calm.after(taskIds)
    work.refresh()
  }
  const scanning = { store, now, listSessions: reader.listSessions, onChanged, onScanned }
  const onProblem = (folder: string, problem: string | null): void => {
    if (problem !== (problems.get(folder) ?? null)) announcer.tasks([])
    problems.set(folder, problem)
  }
  const session = createSession(() => followPlaces({ ...scanning, times, watch, onProblem }), work)
  return { announcer, session, work, problems, scanning, onChanged }
}

function buildFolderMethods(
  { store, now }: LibraryDependencies,
  { scanning, session, problems }: Parts,
): Pick<LibraryService, 'addFolder' | 'folders' | 'unwatch'> {
  return {
    addFolder: async (path) => {
      const root = await resolveRealPath(path)
      await store.library.addFolder(root, now())
      const { taskIds, problem } = await scanFolder(scanning, root, { isOpened: true })
      problems.set(root, problem)
      session.renew()
      return taskIds
    },
    folders: async () => {
      const listed = (await store.library.entries()).filter(isListed)
      return (await store.library.folders()).map((path) => ({
        path,
        tasks: listed.filter((entry) => isAtOrBelow(path, entry.path)).length,
        problem: problems.get(path) ?? null,
        // Of those alone that have a problem: a drive that is not plugged in can be slow to say so.
        isGone: (problems.get(path) ?? null) !== null && !existsSync(path),
      }))
    },
    unwatch: async (path) => {
      const others = (await store.library.folders()).filter((folder) => folder !== path)
      const left = (await store.library.entries()).filter(
        (entry) => !entry.isSingle && isAtOrBelow(path, entry.path) && !isInAny(others, entry.path),
      )
      await store.library.removeFolder(
        path,
        left.map(({ id }) => id),
      )
      problems.delete(path)
      session.renew()
    },
  }
}

/** Tells once more of tasks that changed, when they have not for so long that they no longer count as growing. */
function createCalm(tell: (taskIds: readonly string[]) => void): {
  readonly after: (taskIds: readonly string[]) => void
} {
  const sinceMs = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  const look = (): void => {
    const now = performance.now()
    const calm = [...sinceMs].flatMap(([id, since]) => (now - since > growingMs ? [id] : []))
    for (const id of calm) sinceMs.delete(id)
    if (calm.length > 0) tell(calm)
    timer = sinceMs.size === 0 ? null : setTimeout(look, growingMs / 4).unref()
  }
  return {
    after: (taskIds) => {
      for (const id of taskIds) sinceMs.set(id, performance.now())
      timer ??= setTimeout(look, growingMs / 4).unref()
    },
  }
}

async function isInFolder(store: Store, path: string): Promise<boolean> {
  return isInAny(await store.library.folders(), path)
}

/** A session that nobody wants yet. */
function createSession(begin: () => Following, work: Pick<BackgroundWork, 'start' | 'stop'>): Session {
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

/** An announcer without listeners. */
function createAnnouncer({ everyMs }: AnnouncerOptions): Announcer {
  const listeners = new Set<(event: LibraryEvent) => void>()
  let lastState: LibraryState | null = null
  let changed = new Set<string>()
  const tell = (event: LibraryEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const sayState = throttle(everyMs, () => {
    if (lastState !== null) tell({ kind: 'state', state: lastState })
  })
  const sayTasks = throttle(everyMs, () => {
    const taskIds = [...changed]
    changed = new Set()
    tell({ kind: 'tasks', taskIds })
  })
  return {
    add: (listener) => {
      listeners.add(listener)
      if (lastState !== null) listener({ kind: 'state', state: lastState })
      return () => listeners.delete(listener)
    },
    count: () => listeners.size,
    tasks: (taskIds) => {
      for (const id of taskIds) changed.add(id)
      sayTasks()
    },
    state: (state) => {
      if (isSameJson(state, lastState)) return
      lastState = state
      sayState()
    },
  }
}

/** Says it at once when it was not said lately, else once when the time has passed. */
function throttle(everyMs: number, say: () => void): () => void {
  let isResting = false
  let isWanted = false
  const announceChange = (): void => {
    say()
    isResting = true
    // Nobody waits for the end of a program because of what could still be said.
    setTimeout(() => {
      isResting = false
      if (!isWanted) return
      isWanted = false
      announceChange()
    }, everyMs).unref()
  }
  return () => {
    if (isResting) isWanted = true
    else announceChange()
  }
}
