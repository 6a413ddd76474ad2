import type { LibraryEvent, LibraryState } from '../../shared/domain/library.ts'
import { isSameJson } from '../../shared/lib/json-values.ts'

/** Tells listeners what has changed, and not more often than they can use it. */
export type Announcer = {
  /** The last state is told to the new listener at once; gives the function that takes it away again. */
  readonly add: (listener: (event: LibraryEvent) => void) => () => void
  readonly count: () => number
  readonly tasks: (taskIds: readonly string[]) => void
  readonly state: (state: LibraryState) => void
}

export type AnnouncerOptions = {
  /** Least time between two messages of the same kind, in milliseconds. */
  readonly everyMs: number
}

/** An announcer without listeners. */
export function createAnnouncer({ everyMs }: AnnouncerOptions): Announcer {
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
  const speak = (): void => {
    say()
    isResting = true
    // Nobody waits for the end of a program because of what could still be said.
    setTimeout(() => {
      isResting = false
      if (!isWanted) return
      isWanted = false
      speak()
    }, everyMs).unref()
  }
  return () => {
    if (isResting) isWanted = true
    else speak()
  }
}
