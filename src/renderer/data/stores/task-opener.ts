import { append } from '../../../shared/kernel/append.ts'
import type { ImportProblem, TaskSummary } from '../../../shared/library/task-types.ts'
import type { Opened, TaskSource } from '../../../shared/library/tasks-contract.ts'
import type { Client } from '../connection/client.ts'
import { toProblem, type ProblemView } from '../to-problem.ts'

/** The result of the last opening, shown until it is dismissed. */
export type OpeningReport = {
  readonly tasks: readonly TaskSummary[]
  readonly problems: readonly ImportProblem[]
  readonly failures: readonly ProblemView[]
}

/** State of the opener. While idle, it keeps the report of the last opening. */
export type OpenerState =
  | { readonly kind: 'idle'; readonly report: OpeningReport | null }
  | { readonly kind: 'opening'; readonly done: number; readonly total: number }

/** Opens what was chosen or dropped, one source after another, and remembers what went wrong. */
export type TaskOpener = {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => OpenerState
  /** Returns the opened tasks. Failures go into the report instead of being raised. */
  readonly open: (sources: readonly TaskSource[]) => Promise<readonly TaskSummary[]>
  /** Lists the tasks of storage that was discovered, in the same way. */
  readonly addStorage: (storageId: string) => Promise<readonly TaskSummary[]>
  /** Reports something that went wrong before anything could be opened. */
  readonly fail: (error: unknown) => void
  readonly dismiss: () => void
}

/** `onOpened` is called when there may be new tasks. */
export function createTaskOpener(client: Client, onOpened: () => void): TaskOpener {
  const listeners = new Set<() => void>()
  let state: OpenerState = { kind: 'idle', report: null }
  const publish = (next: OpenerState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  const openAll = async (calls: readonly (() => Promise<Opened>)[]): Promise<readonly TaskSummary[]> => {
    const tasks: TaskSummary[] = []
    const problems: ImportProblem[] = []
    const failures: ProblemView[] = []
    for (const [done, call] of calls.entries()) {
      publish({ kind: 'opening', done, total: calls.length })
      try {
        const opened = await call()
        append(tasks, opened.tasks)
        append(problems, opened.problems)
      } catch (error) {
        failures.push(toProblem(error))
      }
    }
    publish({ kind: 'idle', report: { tasks, problems, failures } })
    onOpened()
    return tasks
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => state,
    open: (sources) => openAll(sources.map((source) => () => client.tasks.show(source))),
    addStorage: (storageId) => openAll([() => client.library.add({ storageId })]),
    fail: (error) =>
      publish({ kind: 'idle', report: { tasks: [], problems: [], failures: [toProblem(error)] } }),
    dismiss: () => publish({ kind: 'idle', report: null }),
  }
}
