import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Inspection, MessageRow } from '../../shared/library/inspection-types.ts'
import { useEngine } from './engine-context.ts'

/** Figures of a task once they are counted. */
export type Counted = { readonly inspection: Inspection; readonly rows: readonly MessageRow[] }
/** How far the count is, in messages; before it, how far the file is read, in bytes. */
export type CountProgress = {
  readonly kind: 'reading' | 'progress'
  readonly done: number
  readonly total: number
}

/** Counts a task in the background. `progress` is null before the first event and after the last. */
export function useInspection(taskId: string): {
  readonly counted: Counted | null
  readonly progress: CountProgress | null
  readonly error: unknown
  readonly retry: () => void
} {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const progressKey: QueryKey = ['inspect-progress', taskId]
  const progress = useQuery<CountProgress | null>({
    queryKey: progressKey,
    enabled: false,
    initialData: null,
  })
  const counted = useQuery({
    queryKey: ['inspect', taskId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Counted> => {
      const rows: MessageRow[][] = []
      for await (const event of await client.tasks.inspect({ taskId }, { signal })) {
        if (event.kind === 'reading' || event.kind === 'progress') {
          queryClient.setQueryData(progressKey, event)
          continue
        }
        rows.push(event.rows)
        if (event.kind === 'finished') {
          queryClient.setQueryData(progressKey, null)
          void queryClient.invalidateQueries({ queryKey: queries.tasks.list.key() })
          return { inspection: event.inspection, rows: rows.flat() }
        }
      }
      throw new Error('Counting ended without figures.')
    },
  })
  return {
    counted: counted.data ?? null,
    progress: progress.data,
    error: counted.error,
    retry: () => void counted.refetch(),
  }
}
