import { Button, TextInput } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useBackgroundCount } from '../../data/use-background-count.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { countOf } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { filterTasks } from './filter-tasks.ts'
import { ForgetButton } from './forget-button.tsx'
import { copiedColumns, libraryColumns } from './library-columns.tsx'
import { OpenFolderContext } from './open-folder-context.ts'
import styles from './library-view.module.css'
import { OpeningReportPanel } from './opening-report-panel.tsx'

const sortSchema = z.object({ id: z.string(), desc: z.boolean() })
const recentFirst = { id: 'activity', desc: true }
const none: readonly TaskSummary[] = []

/** Every known task, and the ways to open more. */
export function LibraryView() {
  const { queries } = useEngine()
  const openFolder = use(OpenFolderContext)
  const tasks = useQuery(queries.tasks.list.queryOptions({ refetchOnWindowFocus: true }))
  const [query, setQuery] = useState('')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => search.current?.focus() })
  const all = tasks.data ?? none
  useBackgroundCount(all)
  const shown = useMemo(() => filterTasks(all, query), [all, query])
  const selected = shown.find((task) => task.id === selectedId) ?? null

  return (
    <>
      <Toolbar title="Library">
        <TextInput
          ref={search}
          w={260}
          aria-label="Filter tasks"
          placeholder="Filter by title, path, agent, model"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <span className="figure">
          {query === '' ? countOf(all.length, 'task') : `${shown.length} of ${countOf(all.length, 'task')}`}
        </span>
        <Toolbar.Spring />
        {selected !== null && <ForgetButton task={selected} />}
        <CopyTableButton columns={copiedColumns} rows={shown} />
        <Button leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={openFolder}>
          Open folder
        </Button>
      </Toolbar>
      <OpeningReportPanel />
      {all.length > 0 && all.every((task) => task.isSample) && (
        <p className={styles.firstStep}>
          This sample comes with Dewpoint. For a history of your own, drop the task folder of an agent
          anywhere on this window, or open one.
        </p>
      )}
      {tasks.isPending && <SkeletonRows label="Loading tasks" />}
      {tasks.isError && <ErrorPanel problem={toProblem(tasks.error)} onRetry={() => void tasks.refetch()} />}
      {tasks.isSuccess && (
        <LibraryTable tasks={shown} query={query} selectedId={selectedId} onSelect={setSelectedId} />
      )}
    </>
  )
}

type LibraryTableProps = {
  readonly tasks: readonly TaskSummary[]
  readonly query: string
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
}

function LibraryTable({ tasks, query, selectedId, onSelect }: LibraryTableProps) {
  const openFolder = use(OpenFolderContext)
  const [, navigate] = useLocation()
  const [sort, setSort] = usePreference('sort.library', sortSchema, recentFirst)
  if (tasks.length === 0) {
    return query === '' ? (
      <EmptyPanel action={<Button onClick={openFolder}>Open folder</Button>}>
        No task is open yet. Open the task folder of an agent, or drop one anywhere on this window.
      </EmptyPanel>
    ) : (
      <EmptyPanel>No task matches “{query}”.</EmptyPanel>
    )
  }
  return (
    <DataTable
      label="Tasks"
      rows={tasks}
      columns={libraryColumns}
      rowId={(task) => task.id}
      sort={sort}
      onSort={setSort}
      selectedId={selectedId}
      onSelect={onSelect}
      onOpen={(task) => navigate(routes.task(task.id))}
    />
  )
}
