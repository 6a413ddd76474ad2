import { TextInput, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, use, type Ref } from 'react'
import { useLocation } from 'wouter'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { filterTasks } from '../../../../shared/library/filter-tasks.ts'
import { type LibraryFilter, everyTask } from '../../../../shared/library/library-filter-types.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useLastTask } from '../../../data/use-last-task.ts'
import { useListedTasks } from '../../../data/use-listed-tasks.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ConfirmButton } from '../../../ui/components/confirm-button.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { Bar, Block, Inline } from '../../../ui/layout/layout.tsx'
import { useExperimentOn } from '../../experiments/editor/use-experiment-draft.ts'
import { FilterChipBar } from './filter/filter-chip-bar.tsx'
import { FilterMenu } from './filter/filter-menu.tsx'
import { OpenFolderContext } from './open-folder-context.ts'
import { DiscoveredList } from './sources/discovered-list.tsx'
import { copiedColumns } from './table/build-library-columns.tsx'
import { LayoutControls, useLibraryLayout, type LibraryLayout } from './table/library-layout.tsx'
import { useLibraryFilter } from './use-library-filter.ts'

/** What the title needs at least. */
const titleWidth = 240

type LibraryTableProps = {
  readonly tasks: readonly TaskSummary[]
  readonly layout: LibraryLayout
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly selectedIds: readonly string[]
  readonly onSelectedIds: (ids: readonly string[]) => void
  /** What takes the keyboard. */
  readonly keyboardRef: Ref<HTMLDivElement>
}

const none: readonly never[] = []

/** All tasks as a table that is narrowed, grouped and ordered. */
export function TasksTab() {
  const tasks = useListedTasks()
  const [filter, keepFilter] = useLibraryFilter()
  const [lastTask] = useLastTask()
  // The last task is selected on return from it.
  const [selectedId, setSelectedId] = useState<string | null>(lastTask || null)
  const [selectedIds, setSelectedIds] = useState<readonly string[]>(lastTask ? [lastTask] : none)
  const table = useRef<HTMLDivElement>(null)
  const setFilter = (next: LibraryFilter): void => {
    keepFilter(next)
    table.current?.scrollTo({ top: 0 })
  }
  const all = tasks.data ?? none
  const shown = useMemo(() => filterTasks(all, filter), [all, filter])
  const layout = useLibraryLayout(shown)
  const selected = useMemo(() => shown.filter(({ id }) => selectedIds.includes(id)), [shown, selectedIds])
  return (
    <>
      <TasksBar
        all={all}
        shown={shown}
        count={tasks.isSuccess ? countText(shown, all) : tasks.isPending ? 'Loading tasks…' : ''}
        filter={filter}
        onFilter={setFilter}
        layout={layout}
        selected={selected}
        onEnterTable={() => table.current?.focus()}
      />
      <FilterChipBar filter={filter} onFilter={setFilter} />
      {tasks.isSuccess && all.every((task) => task.isSample) && <FirstSteps hasSample={all.length > 0} />}
      {tasks.isPending && <SkeletonRows label="Loading tasks" />}
      {tasks.isError && <ErrorPanel problem={toProblem(tasks.error)} onRetry={() => void tasks.refetch()} />}
      {tasks.isSuccess && all.length > 0 && (
        <LibraryTable
          keyboardRef={table}
          tasks={shown}
          layout={layout}
          filter={filter}
          onFilter={setFilter}
          selectedId={selectedId}
          onSelect={setSelectedId}
          selectedIds={selectedIds}
          onSelectedIds={setSelectedIds}
        />
      )}
    </>
  )
}

/** Tasks of the person; what others had done, as subagents and forks, is told apart. */
function countText(shown: readonly TaskSummary[], all: readonly TaskSummary[]): string {
  const isOwn = ({ parentTaskId }: TaskSummary): boolean => parentTaskId === null
  const [some, whole] = [shown.filter(isOwn).length, all.filter(isOwn).length]
  const children = shown.length - some
  const more = children === 0 ? '' : `, ${formatCountWithNoun(children, 'child session')}`
  const own = formatCountWithNoun(whole, 'task')
  return `${some === whole ? own : `${formatInteger(some)} of ${own}`}${more}`
}

const findId = ({ id }: TaskSummary): string => id
const findParentId = ({ parentTaskId }: TaskSummary): string | null => parentTaskId

type TasksBarProps = {
  readonly all: readonly TaskSummary[]
  readonly shown: readonly TaskSummary[]
  /** How many there are, or that this is not known yet. */
  readonly count: string
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
  readonly layout: LibraryLayout
  readonly selected: readonly TaskSummary[]
  readonly onEnterTable: () => void
}

/** The text filter, the other filters, and the layout of the table. */
function TasksBar({ all, shown, count, filter, onFilter, layout, ...props }: TasksBarProps) {
  const [, navigate] = useLocation()
  const experimentOn = useExperimentOn()
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  return (
    <Bar wrap gap="xs sm" c="dimmed" nowrap>
      <TextInput
        ref={field}
        w={280}
        aria-label="Filter tasks"
        placeholder="Filter by title, path, agent, model"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          // Enter also ends the input of a word in scripts that are composed.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown') props.onEnterTable()
          if (event.key === 'Enter') navigate(routes.librarySearch(filter.text.trim()))
          if (event.key === 'Escape') onFilter({ ...filter, text: '' })
        }}
      />
      <FilterMenu tasks={all} filter={filter} onFilter={onFilter} />
      <Inline ml="xs" role="status">
        {count}
        {props.selected.length > 1 && `, ${formatInteger(props.selected.length)} selected`}
      </Inline>
      {filter.text.trim() !== '' && <Inline c="var(--faint)">Enter searches messages</Inline>}
      <Toolbar.Spring />
      {props.selected.length > 1 && (
        <Button
          variant="default"
          onClick={() => {
            experimentOn(props.selected.map(({ id }) => id))
            navigate(routes.newExperiment)
          }}
        >
          Experiment on {formatInteger(props.selected.length)}
        </Button>
      )}
      {props.selected.length > 0 && <ForgetButton tasks={props.selected} />}
      <LayoutControls layout={layout} />
      <CopyTableButton columns={[...copiedColumns, ...layout.kindColumns]} rows={shown} />
    </Bar>
  )
}

/** The ways to histories of one's own, while there are none: storage that was discovered, dropping, opening. */
function FirstSteps({ hasSample }: { readonly hasSample: boolean }) {
  const openFolder = use(OpenFolderContext)
  return (
    <>
      <Block flex="none" p="md" line="bottom">
        {hasSample && (
          <Block component="p" c="dimmed">
            These samples come with Dewpoint. To see your own history, drop the task folder of an agent
            anywhere on this window, or open one.
          </Block>
        )}
        <DiscoveredList whenNone={null} />
      </Block>
      {!hasSample && (
        <EmptyPanel action={<Button onClick={openFolder}>Open folder</Button>}>
          No task is open yet. Open the task folder of an agent, or drop one anywhere on this window.
        </EmptyPanel>
      )}
    </>
  )
}

/** Takes the selected tasks out of the Library, after asking. */
function ForgetButton({ tasks }: { readonly tasks: readonly TaskSummary[] }) {
  const { client, queries, opener } = useEngine()
  const queryClient = useQueryClient()
  const forget = useMutation({
    mutationFn: async () => {
      for (const { id } of tasks) await client.tasks.forget({ taskId: id })
    },
    onError: opener.fail,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queries.tasks.list.key() })
      void queryClient.invalidateQueries({ queryKey: queries.runs.list.key() })
    },
  })
  const isOne = tasks.length === 1
  const runs = tasks.reduce((sum, task) => sum + task.runs, 0)
  const leaves = isOne ? `“${tasks[0]?.title}” leaves` : `${formatCountWithNoun(tasks.length, 'task')} leave`
  const lost =
    runs === 0 ? '' : ` ${formatCountWithNoun(runs, 'run')} on ${isOne ? 'it' : 'them'} will be deleted.`
  return (
    <ConfirmButton
      label={isOne ? 'Forget' : `Forget ${formatInteger(tasks.length)}`}
      icon={<IconTrash size={14} aria-hidden />}
      question={isOne ? 'Forget this task?' : `Forget ${formatCountWithNoun(tasks.length, 'task')}?`}
      consequence={`${leaves} the Library.${lost} ${isOne ? 'Its' : 'Their'} files on disk stay as they are.`}
      confirm="Forget"
      onConfirm={() => forget.mutate()}
    />
  )
}

/** The tasks that the filter leaves in. */
function LibraryTable(props: LibraryTableProps) {
  const { tasks, layout, filter, onFilter } = props
  const [, navigate] = useLocation()
  if (tasks.length === 0) return <NothingLeft filter={filter} onFilter={onFilter} />
  return (
    <DataTable
      keyboardRef={props.keyboardRef}
      label="Tasks"
      rows={tasks}
      {...layout.table}
      rowId={findId}
      findParentId={findParentId}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      selectedIds={props.selectedIds}
      onSelectedIds={props.onSelectedIds}
      onOpen={(task) => navigate(routes.taskAtInterest(task))}
      flexWidth={titleWidth}
    />
  )
}

/** Where the filter leaves nothing in: the words may be in a message, or the filter may go. */
function NothingLeft({ filter, onFilter }: Pick<LibraryTableProps, 'filter' | 'onFilter'>) {
  const [, navigate] = useLocation()
  const text = filter.text.trim()
  return (
    <EmptyPanel
      action={
        <Button.Group>
          {text !== '' && (
            <Button variant="default" onClick={() => navigate(routes.librarySearch(text))}>
              Search messages
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter(everyTask)}>
            Show all tasks
          </Button>
        </Button.Group>
      }
    >
      {text === '' ? 'No task fits these filters.' : `No task matches “${text}”.`}
    </EmptyPanel>
  )
}
