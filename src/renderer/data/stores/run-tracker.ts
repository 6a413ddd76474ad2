import type { RunEvent, RunProgress, RunSpending, RunSummary } from '../../../shared/condense/run-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Client } from '../connection/client.ts'
import { toProblem, type ProblemView } from '../to-problem.ts'

/** What a model said up to now, under the name of what it was asked for. */
export type LiveAnswer = { readonly label: string; readonly text: string }

/** A run in flight, as the status bar and its page show it. */
export type TrackedRun = {
  readonly run: RunSummary
  readonly progress: RunProgress | null
  /** Answers of models in the order in which they began. The last one may still grow. */
  readonly answers: readonly LiveAnswer[]
  /** Null until a model was asked. */
  readonly spending: RunSpending | null
  /** Set when watching failed. The run itself may still be working. */
  readonly problem: ProblemView | null
}

/** Follows runs that are in flight, whichever view started them. */
export type RunTracker = {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => readonly TrackedRun[]
  /** Watches a run until it finishes and returns the finished run. A second call joins the first. */
  readonly track: (run: RunSummary) => Promise<RunSummary>
  readonly cancel: (runId: string) => Promise<void>
  /** Takes a run that could not be watched off the list. */
  readonly dismiss: (runId: string) => void
  /** Called with every run that finishes under watch. Returns the way to stop listening. */
  readonly onFinished: (listener: (run: RunSummary) => void) => () => void
}

/** `refresh` is called after every watch, so that lists can be read again. */
export function createRunTracker(client: Client, refresh: () => void): RunTracker {
  const listeners = new Set<() => void>()
  const finishListeners = new Set<(run: RunSummary) => void>()
  const watches = new Map<string, Promise<RunSummary>>()
  let tracked: readonly TrackedRun[] = []

  const publish = (next: readonly TrackedRun[]): void => {
    tracked = next
    for (const listener of listeners) listener()
  }
  const patch = (runId: string, change: Partial<TrackedRun>): void =>
    publish(tracked.map((entry) => (entry.run.id === runId ? { ...entry, ...change } : entry)))
  const dismiss = (runId: string): void => publish(tracked.filter((entry) => entry.run.id !== runId))

  const watch = async (run: RunSummary): Promise<RunSummary> => {
    const fresh: TrackedRun = { run, progress: null, answers: [], spending: null, problem: null }
    publish([...tracked.filter((entry) => entry.run.id !== run.id), fresh])
    try {
      for await (const event of await client.runs.watch({ runId: run.id })) {
        if (event.kind === 'finished') {
          dismiss(run.id)
          for (const listener of finishListeners) listener(event.run)
          return event.run
        }
        publish(
          tracked.map((entry) =>
            entry.run.id === run.id ? { ...entry, ...buildRunChange(entry, event) } : entry,
          ),
        )
      }
      throw new Error('The run ended without saying how.')
    } catch (error) {
      patch(run.id, { problem: toProblem(error) })
      throw error
    } finally {
      watches.delete(run.id)
      refresh()
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => tracked,
    track: (run) => {
      const watching = watches.get(run.id) ?? watch(run)
      watches.set(run.id, watching)
      return watching
    },
    cancel: (runId) => client.runs.cancel({ runId }),
    dismiss,
    onFinished: (listener) => {
      finishListeners.add(listener)
      return () => finishListeners.delete(listener)
    },
  }
}

function buildRunChange(
  entry: TrackedRun,
  event: Exclude<RunEvent, { kind: 'finished' }>,
): Partial<TrackedRun> {
  const last = entry.answers.at(-1)
  const before = entry.answers.slice(0, -1)
  switch (event.kind) {
    case 'progress':
      return { progress: event.progress }
    case 'spending':
      return { spending: event.spending }
    case 'answer-started': {
      // What was voided is asked for again: the new answer takes its place.
      const kept = last?.text === '' ? before : entry.answers
      return { answers: [...kept, { label: event.label, text: '' }] }
    }
    case 'answer-voided':
      return last === undefined ? {} : { answers: [...before, { ...last, text: '' }] }
    case 'text':
      return { answers: [...before, { label: last?.label ?? '', text: (last?.text ?? '') + event.text }] }
    default:
      return assertNever(event)
  }
}
