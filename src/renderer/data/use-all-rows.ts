import { useQuery } from '@tanstack/react-query'
import type { MessageRow } from '../../shared/library/inspection-types.ts'
import { useEngine } from './engine-context.ts'

/** All rows of a task before they are counted, or null until the last of them has arrived. */
export function useAllRows(taskId: string, isNeeded: boolean): readonly MessageRow[] | null {
  const { client } = useEngine()
  const all = useQuery({
    queryKey: ['rows', taskId],
    enabled: isNeeded,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly MessageRow[]> => {
      const rows: MessageRow[][] = []
      for await (const slice of await client.tasks.rows({ taskId }, { signal })) rows.push(slice.rows)
      return rows.flat()
    },
  })
  return all.data ?? null
}
