import type { LibraryState } from '../../../shared/library/types.ts'
import type { Client } from '../connection/client.ts'

/** Follows what happens to the library: while it does, folders are watched and the background work goes on. */
export type LibraryFollower = {
  readonly subscribe: (listener: () => void) => () => void
  /** How far the background work has come, or null until it is known. */
  readonly state: () => LibraryState | null
  /** Starts following. Returns a function that stops it. */
  readonly follow: () => () => void
}

export type LibraryFollowerDependencies = {
  readonly client: Client
  /** Called with tasks whose listings are out of date: at once, then at most once per `everyMs`. */
  readonly onTasks: (taskIds: readonly string[]) => void
  /** A list of thousands of tasks is not read again for each of them. */
  readonly everyMs: number
  /** Before a connection that broke is tried again. */
  readonly retryMs: number
}

/** Creates a follower that is idle until `follow` is called. */
export function createLibraryFollower(dependencies: LibraryFollowerDependencies): LibraryFollower {
  const { client, onTasks, everyMs, retryMs } = dependencies
  const listeners = new Set<() => void>()
  let state: LibraryState | null = null

  const listen = async (signal: AbortSignal, report: (taskIds: readonly string[]) => void): Promise<void> => {
    for await (const event of await client.library.events(undefined, { signal })) {
      if (signal.aborted) return
      if (event.kind === 'tasks') report(event.taskIds)
      else {
        state = event.state
        for (const listener of listeners) listener()
      }
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    follow: () => {
      const controller = new AbortController()
      const gathered = gatherIds(everyMs, onTasks)
      let timer: ReturnType<typeof setTimeout> | undefined
      const listenAgain = (): void => {
        const retry = (): void => {
          if (!controller.signal.aborted) timer = setTimeout(listenAgain, retryMs)
        }
        listen(controller.signal, gathered.add).then(retry, retry)
      }
      listenAgain()
      return () => {
        controller.abort()
        clearTimeout(timer)
        gathered.clear()
      }
    },
  }
}

type Gathered = { readonly add: (ids: readonly string[]) => void; readonly clear: () => void }

function gatherIds(everyMs: number, report: (ids: readonly string[]) => void): Gathered {
  let waiting: Set<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleReport = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting === null) return
      const ids = [...waiting]
      waiting = null
      report(ids)
      scheduleReport()
    }, everyMs)
  }
  return {
    add: (ids) => {
      if (timer === undefined) {
        report(ids)
        scheduleReport()
        return
      }
      waiting ??= new Set()
      for (const id of ids) waiting.add(id)
    },
    clear: () => clearTimeout(timer),
  }
}
