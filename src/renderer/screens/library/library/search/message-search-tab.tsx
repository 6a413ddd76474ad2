import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type Ref } from 'react'
import { useLocation } from 'wouter'
import { showControls } from '../../../../../shared/kernel/show-controls.ts'
import { everyTask, type LibraryFilter } from '../../../../../shared/library/library-filter-types.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import type { LibrarySearch, SearchHit } from '../../../../../shared/library/types.ts'
import { useEngine } from '../../../../data/engine-context.ts'
import { toProblem } from '../../../../data/to-problem.ts'
import { useAddress } from '../../../../lib/address/use-address.ts'
import { formatTaskTitle } from '../../../../lib/format-task-title.ts'
import { formatTime } from '../../../../lib/format.ts'
import { routes } from '../../../../lib/routes.ts'
import { CopyTableButton } from '../../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../../ui/components/skeleton-rows.tsx'
import type { TableColumn } from '../../../../ui/components/table-column.ts'
import { useShortcuts } from '../../../../ui/components/use-shortcuts.ts'
import type { TableGroups, TableSort } from '../../../../ui/components/use-table-model.ts'
import { Bar, Block, Inline, QuietLink } from '../../../../ui/layout/layout.tsx'
import { FilterChipBar } from '../filter/filter-chip-bar.tsx'
import { FilterMenu } from '../filter/filter-menu.tsx'
import { useLibraryFilter } from '../use-library-filter.ts'
import { isNarrowed, describeNothingFound, searchWords, isStillReading } from './search-words.ts'

const formatSnippet = ({ snippet }: SearchHit): string => snippet.map(({ text }) => text).join('')

/** What is shown of a message that was found. */
const hitColumns: readonly TableColumn<SearchHit>[] = [
  {
    id: 'text',
    header: 'Message',
    value: formatSnippet,
    cell: (hit) => (
      <QuietLink href={routes.message(hit.taskId, hit.messageIndex)} display="flex" gap="sm" miw={0}>
        <Inline flex="none" w={40} c="dimmed" ta="right">
          #{hit.messageIndex}
        </Inline>
        <Inline flex="none" w={60} c="dimmed">
          {hit.role}
        </Inline>
        <Inline cut>
          {hit.snippet.map(({ text, isMatch }, index) =>
            isMatch ? (
              <mark key={index}>{showControls(text)}</mark>
            ) : (
              <span key={index}>{showControls(text)}</span>
            ),
          )}
        </Inline>
      </QuietLink>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    width: 130,
    align: 'end',
    value: ({ ts }) => ts,
    cell: ({ ts }) => formatTime(ts),
    total: (hits) =>
      hits.reduce<number | null>((last, { ts }) => (ts === null ? last : Math.max(last ?? ts, ts)), null),
    totalCell: formatTime,
  },
]

/** What is copied of it. */
const copiedHitColumns: readonly Pick<TableColumn<SearchHit>, 'header' | 'value'>[] = [
  { header: 'Task', value: ({ taskTitle }) => taskTitle },
  { header: 'Number', value: ({ messageIndex }) => messageIndex },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Time', value: ({ ts }) => (ts === null ? null : formatTime(ts)) },
  { header: 'Text', value: formatSnippet },
]

/** The newest first, as they were found. */
const asFound: TableSort = { id: 'found', desc: true }

const buildHitId = ({ taskId, messageIndex }: SearchHit): string => `${taskId}/${messageIndex}`

type HitTableProps = { readonly hits: readonly SearchHit[]; readonly keyboardRef: Ref<HTMLDivElement> }

const lastHitKey = ['library-last-hit']

/** How many messages are shown at first, and the most that are ever asked for. */
const firstLimit = 100

const mostLimit = 500

/** Milliseconds between looks while there are tasks that are not searchable yet. */
const lookAgainMs = 3000

/** What a search over the messages of all tasks found so far. */
type MessageSearch = {
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

/** Search over the messages of all tasks: the newest matches, by task, each a way to its message. */
export function MessageSearchTab({ initialQuery }: { readonly initialQuery: string }) {
  const [typed, setTyped] = useState(initialQuery)
  const field = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const [filter, setFilter] = useTaskFilter()
  const search = useMessageSearch(typed, filter)
  useAddress(routes.librarySearch(search.query))
  useShortcuts({ '/': () => field.current?.focus() })
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <Bar wrap gap="6px md" c="dimmed" role="search">
        <TextInput
          ref={field}
          flex="0 1 360px"
          miw={200}
          aria-label="Search messages"
          placeholder="Words, or a phrase in quotes"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'ArrowDown' && table.current?.focus()}
        />
        <FilterMenu tasks={tasks.data ?? noTasks} filter={filter} onFilter={setFilter} />
        <span className="figure" role="status">
          {search.isSearching ? 'Searching…' : search.found !== null && searchWords(search.found)}
        </span>
        {!search.isSearching && search.showMore !== null && (
          <Button variant="default" size="compact-xs" onClick={search.showMore}>
            Show more
          </Button>
        )}
        <Inline flex={1} />
        <CopyTableButton columns={copiedHitColumns} rows={search.found?.hits ?? []} />
      </Bar>
      <FilterChipBar filter={filter} onFilter={setFilter} />
      <Results search={search} table={table} onSearchAll={() => setFilter(everyTask)} />
    </>
  )
}

const noTasks: readonly TaskSummary[] = []

/** The filter of the table of tasks, but for its text, which is about the tasks and not about what was said in them. */
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
      <EmptyPanel>Searching…</EmptyPanel>
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
        {describeNothingFound(found, query)}
      </EmptyPanel>
    )
  return (
    <Block flex={1} mih={0} opacity={isSearching ? 0.6 : 1} data-stale={isSearching}>
      <HitTable keyboardRef={table} hits={found.hits} />
    </Block>
  )
}

/**
 * Searches the tasks that fit a filter while the query is typed. A stale answer is never shown as that of a later query.
 */
function useMessageSearch(typed: string, filter: LibraryFilter): MessageSearch {
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

/** Messages that were found, below the tasks that they are of. */
function HitTable({ hits, keyboardRef }: HitTableProps) {
  const [, navigate] = useLocation()
  const [sort, setSort] = useState(asFound)
  const [selectedId, setSelectedId] = useLastHit()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set())
  const groups = useMemo(
    (): TableGroups<SearchHit> => ({
      findKey: ({ taskId }) => taskId,
      label: (_, [hit]) => formatTaskTitle(hit?.taskTitle ?? ''),
      collapsed,
      onToggle: (taskId) =>
        setCollapsed(
          collapsed.has(taskId)
            ? new Set([...collapsed].filter((id) => id !== taskId))
            : new Set([...collapsed, taskId]),
        ),
    }),
    [collapsed],
  )
  return (
    <DataTable
      keyboardRef={keyboardRef}
      label="Messages that were found"
      rows={hits}
      columns={hitColumns}
      rowId={buildHitId}
      sort={sort}
      onSort={setSort}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onOpen={({ taskId, messageIndex }) => navigate(routes.message(taskId, messageIndex))}
      groups={groups}
      flexWidth={590}
    />
  )
}

/** The hit that was chosen last, which is selected on return. */
function useLastHit(): readonly [string | null, (id: string) => void] {
  const queryClient = useQueryClient()
  const [hit, setHit] = useState(() => queryClient.getQueryData<string>(lastHitKey) ?? null)
  return [
    hit,
    (id) => {
      setHit(id)
      queryClient.setQueryData(lastHitKey, id)
    },
  ]
}
