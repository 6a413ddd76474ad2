import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../data/engine-context.ts'

/** Whether a task is being written by its agent just now. */
export function useIsGrowing(taskId: string): boolean {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  return tasks.some(({ id, isGrowing }) => id === taskId && isGrowing)
}
