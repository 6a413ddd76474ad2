import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { metricsGroupingSchema } from '../../../shared/activity/metrics-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { usePreference } from '../../data/use-preference.ts'

const dayMs = 86_400_000

/** Spans of time that figures can be of, in milliseconds. Null for all time. */
export const spans = { all: null, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const
export type Span = keyof typeof spans

const filterSchema = z.object({
  by: metricsGroupingSchema,
  taskId: z.string().nullable(),
  span: z.enum(['all', 'day', 'week', 'month']),
})
export type ActivityFilter = z.infer<typeof filterSchema>

const everything: ActivityFilter = { by: 'provider', taskId: null, span: 'all' }

/** What Activity is asked for. */
export type ActivityRequest = {
  readonly filter: ActivityFilter
  readonly setFilter: (filter: ActivityFilter) => void
  readonly tasks: readonly TaskSummary[]
  /** Null until it is known which tasks there are. */
  readonly input: { by: ActivityFilter['by']; taskId?: string; sinceTs?: number } | null
  readonly isNarrowed: boolean
}

/** The grouping and the filters, remembered. A task that is gone filters nothing. */
export function useActivityFilter(): ActivityRequest {
  const { queries } = useEngine()
  const [stored, setFilter] = usePreference('monitor', filterSchema, everything)
  // Spans end where the screen was opened: an end that moves would make every look a new question.
  const [openedTs] = useState(Date.now)
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const known = tasks.data?.some(({ id }) => id === stored.taskId) ?? false
  const filter = { ...stored, taskId: known ? stored.taskId : null }
  const spanMs = spans[filter.span]
  return {
    filter,
    setFilter,
    tasks: tasks.data ?? [],
    input:
      tasks.isPending && stored.taskId !== null
        ? null
        : {
            by: filter.by,
            ...(filter.taskId === null ? {} : { taskId: filter.taskId }),
            ...(spanMs === null ? {} : { sinceTs: openedTs - spanMs }),
          },
    isNarrowed: filter.taskId !== null || filter.span !== 'all',
  }
}
