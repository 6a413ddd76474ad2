import { useQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import type { TaskSummary } from '../../shared/library/task-types.ts'
import { useEngine } from '../data/engine-context.ts'

/** The task that the address is about, directly or through one of its runs, or null where there is none. */
export function useOpenTask(): TaskSummary | null {
  const { queries } = useEngine()
  const [, task] = useRoute<{ taskId: string }>('/task/:taskId/*?')
  const [, run] = useRoute<{ runId: string }>('/run/:runId')
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const runs = useQuery(queries.runs.list.queryOptions({ input: {}, enabled: run !== null }))
  const taskId = task?.taskId ?? runs.data?.find((candidate) => candidate.id === run?.runId)?.taskId
  return tasks.data?.find((candidate) => candidate.id === taskId) ?? null
}
