import { useQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import type { TaskSummary } from '../../shared/library/task-types.ts'
import { useEngine } from '../data/engine-context.ts'

/** The task that the address is about or null where there is none. */
export function useOpenTask(): TaskSummary | null {
  const { queries } = useEngine()
  const [, task] = useRoute<{ taskId: string }>('/task/:taskId/*?')
  const tasks = useQuery(queries.tasks.list.queryOptions())
  return tasks.data?.find((candidate) => candidate.id === task?.taskId) ?? null
}
