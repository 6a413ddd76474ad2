import { Button } from '@mantine/core'
import { IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ConfirmButton } from '../../../ui/components/confirm-button.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Bar } from '../../../ui/layout/layout.tsx'
import {
  buildActivityColumns,
  readRowId,
  readRowRoute,
  readStartedTs,
  type ActivityRow,
} from './activity-columns.tsx'
import { useActivityJobs, type ActivityJob } from './use-activity-jobs.ts'

const newestFirst = { id: 'started', desc: true }

/** Room for the title of a task, in pixels. */
const titleWidth = 150

type ActivityTableProps = {
  readonly taskId?: string
  /** The earliest start, in milliseconds since 1970. */
  readonly sinceTs?: number | undefined
  /** Ids of the runs to show. All where it is left out. */
  readonly only?: readonly string[]
  /** Whether experiments stand among the runs; those that were made elsewhere never do. */
  readonly hasExperiments?: boolean
  /** Says which runs these are. */
  readonly note?: ReactNode
}

/** What ran, the newest first: runs of one task or of all; experiments and work of this window where all is asked for. */
export function ActivityTable({
  taskId,
  sinceTs = 0,
  only,
  hasExperiments = false,
  note,
}: ActivityTableProps) {
  const [, navigate] = useLocation()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const layout = useTableLayout('runs', newestFirst)
  const { runs, rows, remove } = useActivityRows({ taskId, sinceTs, only, hasExperiments })
  const nameOf = useProviderNames()
  if (runs.isError) return <ErrorPanel problem={toProblem(runs.error)} onRetry={() => void runs.refetch()} />
  if (runs.data === undefined) return <SkeletonRows label="Loading runs" />
  const columns = buildActivityColumns(rows, taskId !== undefined, nameOf)
  const selected = rows.find((row) => readRowId(row) === selectedId)
  return (
    <>
      <Bar>
        <span className="figure">{describeCount(rows)}</span>
        {note}
        <Toolbar.Spring />
        {selected?.kind === 'job' && <CancelButton job={selected.job} />}
        {selected?.kind === 'run' && <RemoveButton onRemove={() => remove.mutate(selected.run.id)} />}
        <CopyTableButton columns={columns} rows={rows} />
      </Bar>
      {remove.isError && (
        <ErrorPanel title="Could not remove" problem={toProblem(remove.error)} onDismiss={remove.reset} />
      )}
      {rows.length === 0 ? (
        <NoRuns taskId={taskId} isSelection={only !== undefined || sinceTs > 0} />
      ) : (
        <DataTable
          label="Runs"
          rows={rows}
          columns={columns}
          flexWidth={titleWidth}
          rowId={readRowId}
          {...layout}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onOpen={(row) => navigate(readRowRoute(row))}
        />
      )}
    </>
  )
}

type ListedActivity = {
  readonly taskId: string | undefined
  readonly only: readonly string[] | undefined
  readonly sinceTs: number
  readonly hasExperiments: boolean
}

/** All that ran of what is asked for, and the way to remove a run. */
function useActivityRows({ taskId, sinceTs, only, hasExperiments }: ListedActivity) {
  const { client, queries } = useEngine()
  const runs = useQuery(queries.runs.list.queryOptions({ input: taskId === undefined ? {} : { taskId } }))
  const experiments = useQuery({ ...queries.experiments.list.queryOptions(), enabled: hasExperiments })
  const jobs = useActivityJobs()
  const remove = useMutation({
    mutationFn: (runId: string) => client.runs.remove({ runId }),
    onSettled: () => runs.refetch(),
  })
  const isAll = taskId === undefined && hasExperiments
  const made = isAll ? (experiments.data ?? []) : []
  // A probe is an experiment as well: while it runs here, it can be stopped, and then the experiment is what is left of it.
  const listed = new Set(made.map(({ id }) => id))
  const shownJobs = jobs.filter(
    ({ experimentId, status }) => status === 'running' || experimentId === null || !listed.has(experimentId),
  )
  const atWork = new Set(shownJobs.map(({ experimentId }) => experimentId))
  const rows: readonly ActivityRow[] = [
    ...selectRuns(runs.data ?? [], only).map((run): ActivityRow => ({ kind: 'run', run })),
    ...made
      .filter(({ id, isSample, isImported }) => !isSample && !isImported && !atWork.has(id))
      .map((experiment): ActivityRow => ({ kind: 'experiment', experiment })),
    ...(isAll ? shownJobs : []).map((job): ActivityRow => ({ kind: 'job', job })),
  ].filter((row) => readStartedTs(row) >= sinceTs)
  return { runs, rows, remove }
}

/** Stops what runs. */
function CancelButton({ job: { status, cancel } }: { readonly job: ActivityJob }) {
  if (status !== 'running') return null
  return (
    <Button variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={cancel}>
      Cancel
    </Button>
  )
}

function describeCount(rows: readonly ActivityRow[]): string {
  const count = (wanted: ActivityRow['kind']): number => rows.filter(({ kind }) => kind === wanted).length
  const counts = [
    [count('run'), 'run'],
    [count('experiment'), 'experiment'],
    [count('job'), 'job'],
  ] as const
  return counts
    .filter(([number, noun]) => noun === 'run' || number > 0)
    .map(([number, noun]) => formatCountWithNoun(number, noun))
    .join(', ')
}

type NoRunsProps = { readonly taskId: string | undefined; readonly isSelection: boolean }

/** The way to a first run: the settings of a method on the task, or the tasks. */
function NoRuns({ taskId, isSelection }: NoRunsProps) {
  if (isSelection) return <EmptyPanel>No such run is left.</EmptyPanel>
  const isOfTask = taskId !== undefined
  return (
    <EmptyPanel
      action={
        <Button component={Link} href={isOfTask ? routes.methodSettings(taskId) : routes.library}>
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
