import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryFilter } from '../../../../shared/domain/library-filter.ts'
import type { LibrarySearch } from '../../../../shared/domain/library.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { isStillReading } from './search-words.ts'

/** How many messages are shown at first, and the most that are ever asked for. */
const firstLimit = 100
const mostLimit = 500

/** Milliseconds between looks while there are tasks that are not searchable yet. */
const lookAgainMs = 3000

/** What a search over the messages of all tasks found so far. */
export type MessageSearch = {
  /** Null before anything was asked for. */
  readonly found: LibrarySearch | null
  /** The query that `found` answers. */
  readonly query: string
  readonly isSearching: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Null where there is no more to show. */
  readonly showMore: (() => void) | null
}

/**
 * Searches the tasks that fit a filter as someone types; an answer that has become stale is never shown as that of a
 * later query.
 */
export function useMessageSearch(typed: string, filter: LibraryFilter): MessageSearch {
  const { queries } = useEngine()
  const [query] = useDebouncedValue(typed.trim(), 200)
  const [more, setMore] = useState({ query: '', limit: firstLimit })
  const limit = more.query === query ? more.limit : firstLimit
  const search = useQuery(
    queries.library.search.queryOptions({
      input: { query, limit, filter },
      enabled: query !== '',
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && isStillReading(data) ? lookAgainMs : false,
    }),
  )
  const found = query === '' ? null : (search.data ?? null)
  return {
    found,
    query,
    isSearching: typed.trim() !== query || (query !== '' && search.isPlaceholderData) || search.isLoading,
    error: query === '' ? null : search.error,
    retry: () => void search.refetch(),
    showMore:
      found?.hasMore === true && limit < mostLimit
        ? () => setMore({ query, limit: Math.min(mostLimit, limit * 5) })
        : null,
  }
}
