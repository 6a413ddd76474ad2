import { useQuery } from '@tanstack/react-query'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { TimelinePanel } from './timeline-panel.tsx'

/** What the context of a task was over its messages, and what happened meanwhile. */
export function TimelineTab({
  taskId,
  rows,
}: {
  readonly taskId: string
  readonly rows: readonly MessageRow[]
}) {
  const { queries } = useEngine()
  const timeline = useQuery(queries.timeline.get.queryOptions({ input: { taskId }, staleTime: 30_000 }))
  if (timeline.isError)
    return (
      <ErrorPanel
        title="Could not work out the timeline"
        problem={toProblem(timeline.error)}
        onRetry={() => void timeline.refetch()}
      />
    )
  if (timeline.data === undefined) return <SkeletonRows label="Working out the timeline" />
  if (timeline.data.points.length === 0) return <EmptyPanel>This task holds no messages.</EmptyPanel>
  return <TimelinePanel key={taskId} taskId={taskId} timeline={timeline.data} rows={rows} />
}
