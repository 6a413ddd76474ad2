import { useQuery } from '@tanstack/react-query'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useLastTask } from '../../data/use-last-task.ts'

/** The task that the preview is about: the one that was seen last, or another that is chosen. */
export type PreviewTask = {
  /** Null where no task is open; undefined tasks are still being listed. */
  readonly task: TaskSummary | null
  readonly tasks: readonly TaskSummary[] | undefined
  readonly choose: (taskId: string) => void
}

/** Finds the task to try settings on. */
export function usePreviewTask(): PreviewTask {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data
  const [remembered, choose] = useLastTask()
  return { task: tasks?.find(({ id }) => id === remembered) ?? tasks?.[0] ?? null, tasks, choose }
}
