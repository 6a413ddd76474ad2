import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type Ref } from 'react'
import { useLocation } from 'wouter'
import { everyTask, type LibraryFilter } from '../../../../shared/domain/library-filter.ts'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { useShortcuts } from '../../../components/use-shortcuts.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { routes } from '../../../lib/routes.ts'
import { FilterChipBar } from '../filter/filter-chip-bar.tsx'
import { FilterMenu } from '../filter/filter-menu.tsx'
import { useLibraryFilter } from '../use-library-filter.ts'
import { copiedHitColumns } from './hit-columns.tsx'
import { HitTable } from './hit-table.tsx'
import styles from './message-search.module.css'
import { isNarrowed, nothingFoundWords, searchWords } from './search-words.ts'
import { useMessageSearch, type MessageSearch } from './use-message-search.ts'

/** Search over the messages of all tasks: the newest matches, by task, each a way to its message. */
export function MessageSearchTab({ initialQuery }: { readonly initialQuery: string }) {
  const [typed, setTyped] = useState(initialQuery)
  const field = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const [filter, setFilter] = useTaskFilter()
  const search = useMessageSearch(typed, filter)
  useAddressOfSearch(search.query)
  useShortcuts({ '/': () => field.current?.focus() })
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <div className={styles.bar} role="search">
        <TextInput
          ref={field}
          className={styles.field}
          aria-label="Search messages"
          placeholder="Words, or a phrase in quotes"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'ArrowDown' && table.current?.focus()}
        />
        <FilterMenu tasks={tasks.data ?? noTasks} filter={filter} onFilter={setFilter} />
        <span className="figure" role="status">
          {search.isSearching ? 'Searching …' : search.found !== null && searchWords(search.found)}
        </span>
        {!search.isSearching && search.showMore !== null && (
          <Button variant="default" size="compact-xs" onClick={search.showMore}>
            Show more
          </Button>
        )}
        <span className={styles.spring} />
        <CopyTableButton columns={copiedHitColumns} rows={search.found?.hits ?? []} />
      </div>
      <FilterChipBar filter={filter} onFilter={setFilter} />
      <Results search={search} table={table} onSearchAll={() => setFilter(everyTask)} />
    </>
  )
}

const noTasks: readonly TaskSummary[] = []

/** The filter of the table of tasks; but for its text, which is about the tasks and not about what was said in them. */
function useTaskFilter(): readonly [LibraryFilter, (filter: LibraryFilter) => void] {
  const [filter, setFilter] = useLibraryFilter()
  const { text } = filter
  const withoutText = useMemo(() => ({ ...filter, text: '' }), [filter])
  return [withoutText, (next) => setFilter({ ...next, text })]
}

type ResultsProps = {
  readonly search: MessageSearch
  readonly table: Ref<HTMLDivElement>
  /** Takes the filters away. */
  readonly onSearchAll: () => void
}

function Results({ search, table, onSearchAll }: ResultsProps) {
  const { found, query, error, isSearching } = search
  if (query !== '' && !/[\p{L}\p{N}]/u.test(query))
    return <EmptyPanel>Only words are searched: type letters or digits.</EmptyPanel>
  if (error !== null)
    return <ErrorPanel title="Could not search" problem={toProblem(error)} onRetry={search.retry} />
  if (query === '')
    return (
      <EmptyPanel>
        Type to search what was said in all tasks: their texts, tool calls and tool results.
      </EmptyPanel>
    )
  if (found === null) return <SkeletonRows label="Searching" />
  if (found.hits.length === 0)
    return isSearching ? (
      <EmptyPanel>Searching …</EmptyPanel>
    ) : (
      <EmptyPanel
        action={
          isNarrowed(found) && (
            <Button variant="default" onClick={onSearchAll}>
              Search all tasks
            </Button>
          )
        }
      >
        {nothingFoundWords(found, query)}
      </EmptyPanel>
    )
  return (
    <div className={styles.results} data-stale={isSearching}>
      <HitTable keyboardRef={table} hits={found.hits} />
    </div>
  )
}

/** Keeps the query in the address, so that back, reload and a copied address return to it. */
function useAddressOfSearch(query: string): void {
  const [location, navigate] = useLocation()
  const replace = useDebouncedCallback((route: string) => navigate(route, { replace: true }), 250)
  useEffect(() => {
    const route = routes.librarySearch(query)
    if (route !== location) replace(route)
    return replace.cancel
  }, [replace, query, location])
}
