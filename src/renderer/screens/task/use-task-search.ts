import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '../../data/engine-context.ts'

/** What the search in a task found so far. */
export type TaskSearch = {
  readonly matches: ReadonlySet<number>
  readonly searching: boolean
  readonly error: unknown
}

const nothing: ReadonlySet<number> = new Set()

/** Searches the texts of a task while the query is typed, once all messages are listed. */
export function useTaskSearch(taskId: string, query: string, isListed: boolean): TaskSearch {
  const { queries } = useEngine()
  const [settled] = useDebouncedValue(query, 200)
  const found = useQuery(
    queries.tasks.search.queryOptions({
      input: { taskId, query: settled },
      enabled: settled !== '',
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  )
  const data = settled === '' || !isListed ? undefined : found.data
  const matches = useMemo(() => (data === undefined ? nothing : new Set(data)), [data])
  return {
    matches,
    searching: settled !== query || (settled !== '' && (found.isFetching || !isListed)),
    error: found.error,
  }
}
