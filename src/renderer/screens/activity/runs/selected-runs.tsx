import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { attemptStatusWords } from '../../../../shared/activity/metric-words.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import type { RunsSelection } from '../../../lib/address/runs-selection.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Inline, Row } from '../../../ui/layout/layout.tsx'
import { ActivityTable } from './activity-table.tsx'

/** The runs behind a figure of a method. */
export function SelectedRuns({ selection }: { readonly selection: RunsSelection }) {
  const { queries } = useEngine()
  const runs = useQuery(
    queries.metrics.runs.queryOptions({ input: selection.selection, refetchOnMount: 'always' }),
  )
  if (runs.isError) return <ErrorPanel problem={toProblem(runs.error)} onRetry={() => void runs.refetch()} />
  if (runs.data === undefined) return <SkeletonRows label="Loading runs" />
  return <ActivityTable only={runs.data} note={<SelectionNote selection={selection} />} />
}

/** Which runs of all are listed, and the ways back. */
function SelectionNote({ selection: { name, selection } }: { readonly selection: RunsSelection }) {
  const { status, code, taskId, sinceTs } = selection
  const words = [
    showControls(name),
    status !== undefined && attemptStatusWords[status].toLowerCase(),
    code !== undefined && (code === '' ? 'without a code' : showControls(code)),
    taskId !== undefined && 'one task',
    sinceTs !== undefined && `since ${formatTime(sinceTs)}`,
  ].filter((word) => word !== false)
  return (
    <Row component="span" inline gap="md" miw={0} fz="xs">
      <Inline cut>{words.join(' · ')}</Inline>
      <Link href={routes.activityTab('methods')}>Back to the methods</Link>
    </Row>
  )
}
