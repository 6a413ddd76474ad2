import type { ShownTask } from './shown-task.ts'

/** Tasks that were shown and are not stored yet. */
export type UnstoredTasks = {
  /** Notes a task until `work` has stored it. Where that fails, `again` is what the next one who asks for it tries. */
  readonly add: (shown: ShownTask, work: Promise<unknown>, again: () => Promise<unknown>) => void
  /** What is shown of a task; null for all that are stored, and for those that could not be. */
  readonly shown: (taskId: string) => ShownTask | null
  /** Resolves once a task is stored, at once for all others; rejects with what kept it from being stored. */
  readonly settled: (taskId: string) => Promise<void>
  /** Resolves once none is being stored. */
  readonly allSettled: () => Promise<void>
}

type Unstored = {
  /** Null once it is known that it could not be stored: it is not shown as if it were there. */
  readonly shown: ShownTask | null
  /** Null when there is none that goes on. */
  readonly work: Promise<unknown> | null
  readonly again: () => Promise<unknown>
}

/** None yet. */
export function createUnstoredTasks(): UnstoredTasks {
  const tasks = new Map<string, Unstored>()
  const follow = (
    taskId: string,
    shown: ShownTask | null,
    { work, again }: { readonly work: Promise<unknown>; readonly again: Unstored['again'] },
  ): void => {
    tasks.set(taskId, { shown, work, again })
    work.then(
      () => tasks.delete(taskId),
      () => tasks.set(taskId, { shown: null, work: null, again }),
    )
  }
  return {
    add: (shown, work, again) => follow(shown.summary.id, shown, { work, again }),
    shown: (taskId) => tasks.get(taskId)?.shown ?? null,
    settled: async (taskId) => {
      const one = tasks.get(taskId)
      if (one === undefined) return
      const work = one.work ?? one.again()
      if (one.work === null) follow(taskId, null, { ...one, work })
      await work
    },
    allSettled: async () => {
      await Promise.allSettled([...tasks.values()].flatMap(({ work }) => work ?? []))
    },
  }
}
