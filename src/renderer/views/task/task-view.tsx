import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { LibraryLink } from '../../components/library-link.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useAllRows } from '../../data/use-all-rows.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useInspection } from '../../data/use-inspection.ts'
import { useLastTask } from '../../data/use-last-task.ts'
import type { TaskTab } from '../../lib/routes.ts'
import { CondenseTab } from '../condense/condense-tab.tsx'
import { ReplayTab } from '../replay/replay-tab.tsx'
import { RunsTable } from '../runs/runs-table.tsx'
import { TimelineTab } from '../timeline/timeline-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { TaskHeader } from './task-header.tsx'

type TaskViewProps = {
  readonly taskId: string
  readonly tab: TaskTab
  /** The message or the provider that the address names behind the tab. */
  readonly detail: string | null
}

/** One task: what is in it, what can be made of it, what was made of it. */
export function TaskView({ taskId, tab, detail }: TaskViewProps) {
  const { queries } = useEngine()
  const task = useQuery(queries.tasks.get.queryOptions({ input: { taskId }, staleTime: 30_000 }))
  const inspection = useInspection(taskId)
  // A task that is counted already has them in a moment; of one that is not, the list must not wait for the count.
  const isWaiting = inspection.counted === null && (inspection.progress !== null || inspection.error !== null)
  const hasMore = task.data !== undefined && task.data.rows.length < task.data.totalRows
  const all = useAllRows(taskId, isWaiting && hasMore)
  useRememberTask(task.data === undefined ? null : taskId)
  if (task.isError)
    return (
      <ErrorPanel problem={toProblem(task.error)} onRetry={() => void task.refetch()}>
        <LibraryLink />
      </ErrorPanel>
    )
  if (task.data === undefined) return <SkeletonRows label="Loading the task" />
  const { counted, progress } = inspection
  const rows = counted?.rows ?? (hasMore ? all : null) ?? task.data.rows
  const totalRows = rows === task.data.rows ? task.data.totalRows : rows.length
  return (
    <>
      <TaskHeader
        summary={task.data.summary}
        problems={task.data.problems}
        inspection={counted?.inspection ?? null}
        progress={progress}
        tab={tab}
      />
      {inspection.error !== null && (
        <ErrorPanel
          title="Could not count the tokens"
          problem={toProblem(inspection.error)}
          onRetry={inspection.retry}
        />
      )}
      <TabContent
        tab={tab}
        detail={detail}
        taskId={taskId}
        rows={rows}
        totalRows={totalRows}
        tokens={counted?.inspection.tokens.byKind ?? null}
      />
    </>
  )
}

/** Other screens offer the task that was seen last. */
function useRememberTask(taskId: string | null): void {
  const [last, remember] = useLastTask()
  const keep = useEffectEvent((seen: string) => seen !== last && remember(seen))
  useEffect(() => {
    if (taskId !== null) keep(taskId)
  }, [taskId])
}

type TabContentProps = Omit<Parameters<typeof MessagesTab>[0], 'initialIndex'> & {
  readonly tab: TaskTab
  readonly detail: string | null
}

function TabContent({ tab, detail, taskId, rows, totalRows, tokens }: TabContentProps) {
  switch (tab) {
    case 'timeline':
      return <TimelineTab taskId={taskId} rows={rows} />
    case 'messages':
      return (
        <MessagesTab
          taskId={taskId}
          rows={rows}
          totalRows={totalRows}
          tokens={tokens}
          initialIndex={indexOf(detail)}
        />
      )
    case 'condense':
      return <CondenseTab taskId={taskId} initialProviderId={detail} />
    case 'runs':
      return <RunsTable taskId={taskId} />
    case 'replay':
      return <ReplayTab taskId={taskId} part={detail} />
    default:
      return assertNever(tab)
  }
}

function indexOf(detail: string | null): number | null {
  return detail !== null && /^\d{1,9}$/.test(detail) ? Number(detail) : null
}
