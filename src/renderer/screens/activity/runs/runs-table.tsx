import { Button } from '@mantine/core'
import { IconTrash, IconScale } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useMeasuring } from '../../../data/use-measuring.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ConfirmButton } from '../../../ui/components/confirm-button.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { MeasuringNote } from '../../../ui/components/measuring-note.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { buildRunColumns } from './runs-columns.tsx'

type WithQualityProps = {
  readonly isShown: boolean
  readonly run: RunSummary | null
  readonly runs: readonly RunSummary[]
  /** The list of the runs. */
  readonly children: ReactNode
}

const newestFirst = { id: 'started', desc: true }

/** Room for the title of a task, in pixels. */
const titleWidth = 170

type RunsTableProps = {
  readonly taskId?: string
  /** Ids of the runs to show. All where it is left out. */
  readonly only?: readonly string[]
  /** Says which runs these are. */
  readonly note?: ReactNode
}

/** Runs of one task, or of all where none is named. */
export function RunsTable({ taskId, only, note }: RunsTableProps) {
  const { client, queries } = useEngine()
  const [, navigate] = useLocation()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const layout = useTableLayout('runs', newestFirst)
  const runs = useQuery(queries.runs.list.queryOptions({ input: taskId === undefined ? {} : { taskId } }))
  const nameOf = useProviderNames()
  const measuring = useMeasuring({
    taskId,
    runs: runs.data?.filter(({ status }) => status === 'condensed').length ?? 0,
  })
  const [isQualityShown, setQualityShown] = useState(false)
  const remove = useMutation({
    mutationFn: (runId: string) => client.runs.remove({ runId }),
    onSettled: () => runs.refetch(),
  })
  if (runs.isError) return <ErrorPanel problem={toProblem(runs.error)} onRetry={() => void runs.refetch()} />
  if (runs.data === undefined) return <SkeletonRows label="Loading runs" />
  const rows = selectRuns(runs.data, only)
  const columns = buildRunColumns(rows, taskId !== undefined, nameOf)
  const selected = rows.find((run) => run.id === selectedId) ?? null
  return (
    <>
      <Toolbar title={taskId === undefined ? 'Runs' : 'Runs on this task'}>
        <span className="figure">{formatCountWithNoun(rows.length, 'run')}</span>
        {note}
        <Toolbar.Spring />
        <MeasuringNote progress={measuring} />
        {selected !== null && <RemoveButton onRemove={() => remove.mutate(selected.id)} />}
        <QualityButton isShown={isQualityShown} onToggle={setQualityShown} />
        <CopyTableButton columns={columns} rows={rows} />
      </Toolbar>
      {remove.isError && (
        <ErrorPanel title="Could not remove" problem={toProblem(remove.error)} onDismiss={remove.reset} />
      )}
      {rows.length === 0 ? (
        <NoRuns taskId={taskId} isSelection={only !== undefined} />
      ) : (
        <WithQuality isShown={isQualityShown} run={selected} runs={rows}>
          <DataTable
            label="Runs"
            rows={rows}
            columns={columns}
            flexWidth={titleWidth}
            rowId={(run) => run.id}
            {...layout}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={(run) => navigate(routes.run(run.id))}
          />
        </WithQuality>
      )}
    </>
  )
}

type NoRunsProps = { readonly taskId: string | undefined; readonly isSelection: boolean }

/** The way to a first run: the task’s own Condense tab, or the tasks. */
function NoRuns({ taskId, isSelection }: NoRunsProps) {
  if (isSelection) return <EmptyPanel>No such run is left.</EmptyPanel>
  const isOfTask = taskId !== undefined
  return (
    <EmptyPanel
      action={
        <Button component={Link} href={isOfTask ? routes.task(taskId, 'condense') : routes.library}>
          {isOfTask ? 'Condense this task' : 'Go to the Library'}
        </Button>
      }
    >
      {isOfTask
        ? 'No run on this task yet. Every run is kept here.'
        : 'No run yet. Open a task and condense it. Every run is kept here.'}
    </EmptyPanel>
  )
}

function RemoveButton({ onRemove }: { readonly onRemove: () => void }) {
  return (
    <ConfirmButton
      label="Remove"
      icon={<IconTrash size={14} aria-hidden />}
      question="Remove this run?"
      consequence="Its result and its figures will be deleted. The task stays as it is."
      confirm="Remove"
      onConfirm={onRemove}
    />
  )
}

function selectRuns(runs: readonly RunSummary[], ids: readonly string[] | undefined): readonly RunSummary[] {
  if (ids === undefined) return runs
  const wanted = new Set(ids)
  return runs.filter(({ id }) => wanted.has(id))
}

/** Gives the label of a provider by its id. The id until labels are there, and of one that is gone. */
function useProviderNames(): (providerId: string) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const names = new Map(data?.map(({ id, label }) => [id, label]))
  return (id) => names.get(id) ?? id
}

/** The list of the runs, and below it what the chosen one kept, where that is asked for. */
function WithQuality({ isShown, run, runs, children }: WithQualityProps) {
  const split = useSplitLayout('runs', 45)
  if (!isShown) return children
  return (
    <Split
      id="runs"
      direction="vertical"
      {...split}
      label="Height of the list"
      first={children}
      second={<QualityPanel run={run} runs={runs} />}
    />
  )
}

/** Opens and closes the panel. */
function QualityButton(props: { readonly isShown: boolean; readonly onToggle: (isShown: boolean) => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconScale size={14} aria-hidden />}
      aria-expanded={props.isShown}
      onClick={() => props.onToggle(!props.isShown)}
    >
      Quality
    </Button>
  )
}
