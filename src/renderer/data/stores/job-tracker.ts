import { useSyncExternalStore } from 'react'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { toProblem, type ProblemView } from '../to-problem.ts'

type JobEvent = { readonly kind: 'progress'; readonly progress: RunProgress } | { readonly kind: 'finished' }

/** Work that any view can watch: its state, and its last result. */
export type JobState<Input, Finished> = {
  /** What it works with now, or worked with last. */
  readonly input: Input
  readonly isRunning: boolean
  /** When it was started, in milliseconds since 1970. */
  readonly startedTs: number
  readonly progress: RunProgress | null
  /** Why the last one failed, or null where it did not. */
  readonly problem: ProblemView | null
  /** The last one that ended with a result, kept while another one works. */
  readonly done: { readonly input: Input; readonly finished: Finished } | null
}

/** Follows work that outlives the view that started it, one piece for each key. */
export type JobTracker<Input, Finished> = {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: (key: string) => JobState<Input, Finished> | undefined
  /** All that is known, with its key, until something changes; what was started last comes last. */
  readonly list: () => readonly (JobState<Input, Finished> & { readonly key: string })[]
  /** Starts, and stops what the key was working on. */
  readonly start: (key: string, input: Input) => void
  readonly cancel: (key: string) => void
}

/** Results that are kept, those of the keys that were started last. */
const mostKept = 8

/** `open` starts the work, and aborting the signal stops it. */
export function createJobTracker<Input, Event extends JobEvent>(
  open: (input: Input, signal: AbortSignal) => Promise<AsyncIterable<Event>>,
): JobTracker<Input, Extract<Event, { kind: 'finished' }>> {
  type Finished = Extract<Event, { kind: 'finished' }>
  type State = JobState<Input, Finished>
  const listeners = new Set<() => void>()
  const states = new Map<string, State>()
  const aborts = new Map<string, AbortController>()
  let listed: readonly (State & { readonly key: string })[] = []

  const publish = (key: string, state: State): void => {
    states.set(key, state)
    listed = [...states].map(([name, one]) => ({ ...one, key: name }))
    for (const listener of listeners) listener()
  }
  const followJob = async (key: string, started: State, abort: AbortController): Promise<void> => {
    const { signal } = abort
    const isCurrent = (): boolean => aborts.get(key) === abort
    const ended = { ...started, isRunning: false }
    try {
      for await (const event of await open(started.input, signal)) {
        if (!isCurrent()) return
        if (event.kind === 'progress') publish(key, { ...started, progress: event.progress })
        // The union has two kinds, and the other one is gone.
        else return publish(key, { ...ended, done: { input: started.input, finished: event as Finished } })
      }
      if (isCurrent()) publish(key, ended)
    } catch (error) {
      if (isCurrent()) publish(key, { ...ended, problem: signal.aborted ? null : toProblem(error) })
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (key) => states.get(key),
    list: () => listed,
    start: (key, input) => {
      aborts.get(key)?.abort()
      const abort = new AbortController()
      aborts.set(key, abort)
      const before = states.get(key)
      states.delete(key)
      const done = before?.done ?? null
      const started = { input, isRunning: true, startedTs: Date.now(), progress: null, problem: null, done }
      forgetOldest(states)
      publish(key, started)
      void followJob(key, started, abort)
    },
    cancel: (key) => {
      aborts.get(key)?.abort()
      aborts.delete(key)
      const state = states.get(key)
      if (state !== undefined) publish(key, { ...state, isRunning: false, progress: null })
    },
  }
}

function forgetOldest(states: Map<string, { readonly isRunning: boolean }>): void {
  for (const [key, { isRunning }] of states) {
    if (states.size < mostKept) return
    if (!isRunning) states.delete(key)
  }
}

/** The work of a key, or null before it was ever started. */
export function useJob<Input, Finished>(
  tracker: JobTracker<Input, Finished>,
  key: string,
): JobState<Input, Finished> | null {
  return useSyncExternalStore(tracker.subscribe, () => tracker.snapshot(key)) ?? null
}
