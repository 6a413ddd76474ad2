import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AttemptStatus } from '../../../../shared/activity/metrics-types.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { readRunsSelection, type RunsSelection } from '../../../lib/address/runs-selection.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Inline, Row } from '../../../ui/layout/layout.tsx'
import { RunsTable } from './runs-table.tsx'

const statusWords: Readonly<Record<AttemptStatus, string>> = {
  condensed: 'condensed',
  insufficient: 'saved too little',
  unchanged: 'unchanged',
  failed: 'failed',
  running: 'running',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  'not-needed': 'not needed',
}

/** Every run that was made, on every task, or those behind a figure, where the address names one. */
export function RunsView({ address }: { readonly address: string | null }) {
  const selection = readRunsSelection(address)
  return selection === null ? <RunsTable /> : <SelectedRuns selection={selection} />
}

function SelectedRuns({ selection }: { readonly selection: RunsSelection }) {
  const { queries } = useEngine()
  const runs = useQuery(
    queries.metrics.runs.queryOptions({ input: selection.selection, refetchOnMount: 'always' }),
  )
  const note = <SelectionNote selection={selection} />
  if (runs.data !== undefined) return <RunsTable only={runs.data} note={note} />
  return (
    <>
      <Toolbar title="Runs">{note}</Toolbar>
      {runs.isError ? (
        <ErrorPanel problem={toProblem(runs.error)} onRetry={() => void runs.refetch()} />
      ) : (
        <SkeletonRows label="Loading runs" />
      )}
    </>
  )
}

/** Which runs of all are listed, and the ways back. */
function SelectionNote({ selection: { name, selection } }: { readonly selection: RunsSelection }) {
  const { status, code, taskId, sinceTs } = selection
  const words = [
    showControls(name),
    status !== undefined && statusWords[status],
    code !== undefined && (code === '' ? 'without a code' : showControls(code)),
    taskId !== undefined && 'one task',
    sinceTs !== undefined && `since ${formatTime(sinceTs)}`,
  ].filter((word) => word !== false)
  return (
    <Row component="span" inline gap="md" miw={0} fz="xs">
      <Inline cut>{words.join(' · ')}</Inline>
      <Link href={routes.monitor}>Back to the Monitor</Link>
      <Link href={routes.runs}>All runs</Link>
    </Row>
  )
}
