import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useAllRows } from '../../data/use-all-rows.ts'
import { useInspection } from '../../data/use-inspection.ts'
import { useLastTask } from '../../data/use-last-task.ts'
import { type TaskTab, replayParts } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { LibraryLink } from '../../ui/components/library-link.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { CondensationsTab } from '../condensations/condensations-tab.tsx'
import { MethodsTab } from '../condense/methods-tab.tsx'
import { writePoliciesText } from '../replay/policies/write-policies-text.ts'
import { ReplayController } from '../replay/replay-controller.tsx'
import { isPlayedUnasked, useBackgroundReplay } from '../replay/use-last-replay.ts'
import { TimelinePanel } from '../timeline/timeline-panel.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { TaskHeader } from './task-header.tsx'

type TaskViewProps = {
  readonly taskId: string
  readonly tab: TaskTab
  /** The message, the condensation or the method that the address names behind the tab. */
  readonly detail: string | null
  /** What the address names behind that. */
  readonly more: string | null
}

/** One task: what is in it, what can be made of it, what was made of it. */
export function TaskView({ taskId, tab, detail, more }: TaskViewProps) {
  const { queries } = useEngine()
  const task = useQuery(queries.tasks.get.queryOptions({ input: { taskId }, staleTime: 30_000 }))
  const inspection = useInspection(taskId)
  // A task that is counted already has them in a moment. Of one that is not, the list must not wait for the count.
  const isWaiting =
    inspection.counted === null && (inspection.progress?.kind === 'progress' || inspection.error !== null)
  const hasMore = task.data !== undefined && task.data.rows.length < task.data.totalRows
  const all = useAllRows(taskId, isWaiting && hasMore)
  useRememberTask(task.data === undefined ? null : taskId)
  useBackgroundReplay(taskId, task.data !== undefined && isPlayedUnasked(task.data.summary))
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
        more={more}
        summary={task.data.summary}
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
  readonly more: string | null
  readonly summary: TaskSummary
}

function TabContent({ tab, detail, more, summary, taskId, rows, totalRows, tokens }: TabContentProps) {
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
          initialIndex={readIndex(detail)}
        />
      )
    case 'condensations':
      return <CondensationsTab task={summary} n={readIndex(detail)} methodId={more} />
    case 'methods':
      return <MethodsTab task={summary} detail={detail} more={more} />
    case 'replay':
      return <ReplayTab taskId={taskId} part={detail} />
    default:
      return assertNever(tab)
  }
}

function readIndex(detail: string | null): number | null {
  return detail !== null && /^\d{1,9}$/.test(detail) ? Number(detail) : null
}

/** What the task would have cost under other policies. `part` is what the address names behind the tab. */
function ReplayTab({ taskId, part }: { readonly taskId: string; readonly part: string | null }) {
  const { queries } = useEngine()
  const usual = useQuery(queries.replay.usual.queryOptions({ input: { taskId } }))
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (usual.isError)
    return <ErrorPanel problem={toProblem(usual.error)} onRetry={() => void usual.refetch()} />
  if (usual.data === undefined || preferences.isPending)
    return <SkeletonRows label="Loading the usual policies" />
  return (
    <ReplayController
      taskId={taskId}
      fresh={writePoliciesText(usual.data)}
      part={replayParts.find((name) => name === part) ?? null}
    />
  )
}

/** What the context of a task was over its messages, and what happened meanwhile. */
function TimelineTab({ taskId, rows }: { readonly taskId: string; readonly rows: readonly MessageRow[] }) {
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
