import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { LibraryLink } from '../../components/library-link.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useAllRows } from '../../data/use-all-rows.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useInspection } from '../../data/use-inspection.ts'
import { useLastTask } from '../../data/use-last-task.ts'
import { type TaskTab, replayParts, routes } from '../../lib/routes.ts'
import { CompareTab } from '../compare/compare-tab.tsx'
import { RunsTable } from '../runs/runs-table.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { TaskHeader } from './task-header.tsx'
import { policiesText } from '../replay/policies/policies-text.ts'
import { ReplayController } from '../replay/replay-controller.tsx'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { Tag } from '../../components/tag.tsx'
import { TimelinePanel } from '../timeline/timeline-panel.tsx'
import styles from '../condense/condense-tab.module.css'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { ArmInfo } from '../../../shared/domain/arm.ts'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { ArmPicker } from '../../components/arms/arm-select.tsx'
import { usePreference } from '../../data/use-preference.ts'
import { CondenseForm } from '../condense/condense-form.tsx'
import { SegmentedControl } from '@mantine/core'

const groups: readonly { readonly kind: ProviderInfo['kind']; readonly label: string }[] = [
  { kind: 'provider', label: 'Providers' },
  { kind: 'strategy', label: 'Strategies' },
]

type ProviderPickerProps = {
  readonly providers: readonly ProviderInfo[]
  readonly selected: ProviderInfo
  readonly onSelect: (providerId: string) => void
}

type Trait = { readonly trait: string; readonly about: string }

const noArms: readonly ArmInfo[] = []

type CondenseTabProps = { readonly taskId: string; readonly initialProviderId: string | null }

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
  // A task that is counted already has them in a moment. Of one that is not, the list must not wait for the count.
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
  readonly summary: TaskSummary
}

function TabContent({ tab, detail, summary, taskId, rows, totalRows, tokens }: TabContentProps) {
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
    case 'compare':
      return <CompareTab task={summary} />
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

/** What the task would have cost under other policies. `part` is what the address names behind the tab. */
function ReplayTab({ taskId, part }: { readonly taskId: string; readonly part: string | null }) {
  const { queries } = useEngine()
  const usual = useQuery(queries.replay.usual.queryOptions({ input: { taskId } }))
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  // What was played last decides what is shown first. Where that is unknown, the controller says why.
  const kept = useQuery(queries.replay.kept.queryOptions({ input: { taskId } }))
  if (usual.isError)
    return <ErrorPanel problem={toProblem(usual.error)} onRetry={() => void usual.refetch()} />
  if (usual.data === undefined || preferences.isPending || kept.isPending)
    return <SkeletonRows label="Loading the usual policies" />
  return (
    <ReplayController
      taskId={taskId}
      fresh={policiesText(usual.data)}
      hasPlayed={kept.data != null}
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

/** Choose a provider, set it up, run it. */
function CondenseTab({ taskId, initialProviderId }: CondenseTabProps) {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const policy = useQuery(queries.policy.get.queryOptions())
  const [remembered, remember] = usePreference('condense.provider', z.string(), '')
  const [taken, setTaken] = useState<{ readonly arm: ArmInfo; readonly at: number } | null>(null)
  if (providers.isError)
    return <ErrorPanel problem={toProblem(providers.error)} onRetry={() => void providers.refetch()} />
  if (providers.data === undefined || policy.isPending) return <SkeletonRows label="Loading providers" />
  const find = (id: string | null): ProviderInfo | undefined =>
    providers.data.find((provider) => provider.id === id)
  const standard = policy.data?.defaultProvider ?? null
  const provider = find(initialProviderId) ?? find(remembered) ?? find(standard) ?? providers.data[0]
  if (provider === undefined) return <EmptyPanel>No provider is installed.</EmptyPanel>
  const select = (providerId: string): void => {
    remember(providerId)
    navigate(routes.condense(taskId, providerId), { replace: true })
  }
  const take = (chosen: ArmInfo): void => {
    setTaken({ arm: chosen, at: (taken?.at ?? 0) + 1 })
    select(chosen.providerId)
  }
  const arm = taken?.arm.providerId === provider.id ? taken.arm : null
  return (
    <div className={styles.tab}>
      <ArmPicker arms={arms.data ?? noArms} arm={arm} onTake={take} />
      <ProviderPicker providers={providers.data} selected={provider} onSelect={select} />
      <CondenseForm
        // Another arm of the same provider begins with its own settings.
        key={`${provider.id} ${arm === null ? 0 : taken?.at}`}
        taskId={taskId}
        provider={provider}
        providers={providers.data}
        presetId={arm?.presetId ?? null}
      />
    </div>
  )
}

/** The providers and strategies with what they do, one group at a time. One of them all is chosen. */
function ProviderPicker({ providers, selected, onSelect }: ProviderPickerProps) {
  const [shown, setShown] = useState<ProviderInfo['kind']>(selected.kind)
  const [followed, setFollowed] = useState(selected.id)
  if (followed !== selected.id) {
    setFollowed(selected.id)
    setShown(selected.kind)
  }
  return (
    <fieldset className={styles.providers}>
      <legend className={styles.legend}>Provider</legend>
      <SegmentedControl
        size="xs"
        aria-label="What to choose from"
        data={groups.map(({ kind, label }) => ({ value: kind, label }))}
        value={shown}
        onChange={setShown}
      />
      {providers
        .filter(({ kind }) => kind === shown)
        .map((provider) => (
          <label
            key={provider.id}
            className={styles.provider}
            data-selected={provider.id === selected.id}
            title={provider.description}
          >
            <input
              type="radio"
              name="provider"
              className={styles.radio}
              checked={provider.id === selected.id}
              onChange={() => onSelect(provider.id)}
            />
            {provider.label}
          </label>
        ))}
      <p className={styles.about} aria-live="polite">
        <strong>{selected.label}</strong>
        {traitsOf(selected).map(({ trait, about }) => (
          <Tag key={trait} about={about}>
            {trait}
          </Tag>
        ))}
        {selected.description}
      </p>
    </fieldset>
  )
}

/** Words that hold for every preset and all settings of a provider. A result says what it really is. */
function traitsOf({ kind, capabilities }: ProviderInfo): readonly Trait[] {
  const { lossless, lossy, usesModel, speed } = capabilities
  if (kind === 'strategy') return []
  return [
    ...(lossless && !lossy
      ? [{ trait: 'restorable', about: 'Everything comes back: from the result itself, or from the store' }]
      : []),
    ...(lossy ? [{ trait: 'lossy', about: 'What is taken away is not in the result' }] : []),
    usesModel
      ? { trait: 'uses a model', about: 'Asks the model that is set up' }
      : { trait: 'no model', about: 'Works on this machine, without a model' },
    { trait: speed, about: 'How long it takes' },
  ]
}
