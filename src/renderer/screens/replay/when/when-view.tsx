import { Button, MultiSelect, SegmentedControl } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { sweepWindows, usualSweepArms, usualSweepTasks } from '../../../../shared/replay/sweep-types.ts'
import { useEngine, type SweepInput } from '../../../data/engine-context.ts'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { routes } from '../../../lib/routes.ts'
import { buildArmOptions } from '../../../ui/components/arms/build-arm-options.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Bar, Column, Inline, QuietLink } from '../../../ui/layout/layout.tsx'
import { KeptNote, PlayedAt } from '../last-notes.tsx'
import { ReplayProgress } from '../replay-progress.tsx'
import { useLastSweep, type LastSweep } from './use-last-sweep.ts'
import { WhenResults } from './when-results.tsx'

const scopes = ['library', 'task'] as const
type Scope = (typeof scopes)[number]

/** At what size to condense: what tasks cost under methods at a range of thresholds. */
export function WhenView({ taskId }: { readonly taskId: string }) {
  const { queries, sweeps } = useEngine()
  const task = useQuery(queries.tasks.get.queryOptions({ input: { taskId }, staleTime: 30_000 })).data
  const last = useLastSweep(taskId)
  const { job } = last
  return (
    <>
      <Toolbar title="When to condense">
        <Toolbar.Spring />
        {task !== undefined && (
          <QuietLink href={routes.task(taskId, 'replay')} cut>
            Replay of {formatTaskTitle(task.summary.title)}
          </QuietLink>
        )}
      </Toolbar>
      <Bar wrap align="flex-start" gap="xs md">
        <WhenForm
          taskId={taskId}
          last={job?.input ?? last.shown?.input ?? null}
          isRunning={job?.isRunning === true}
          onStart={(input) => sweeps.start(taskId, input)}
        />
      </Bar>
      {(job?.isRunning === true || last.kept !== null) && (
        <Bar wrap gap="xs md">
          <ReplayProgress job={job} onCancel={() => sweeps.cancel(taskId)} label="sweep" />
          <Inline flex={1} />
          <PlayedAt kept={last.kept} />
        </Bar>
      )}
      <KeptNote taskId={taskId} kept={last.kept} notKept={last.shown?.notKept ?? null} />
      {job?.problem != null && (
        <ErrorPanel
          title="The sweep failed"
          problem={job.problem}
          onRetry={() => sweeps.start(taskId, job.input)}
        />
      )}
      <WhenBody last={last} />
    </>
  )
}

/** What came of the last sweep, or what there is to say instead. */
function WhenBody({ last: { job, shown, isLoading, problem } }: { readonly last: LastSweep }) {
  if (shown !== null) return <WhenResults key={shown.replayId} result={shown.result} />
  if (job?.isRunning === true) return <SkeletonRows label="Playing tasks at each threshold" />
  if (job?.problem != null) return null
  if (isLoading) return <SkeletonRows label="Loading what was played last" />
  if (problem !== null && job === null)
    return <ErrorPanel title="What was played last cannot be shown" problem={problem} />
  return (
    <EmptyPanel>
      {job !== null && 'Cancelled: nothing was kept. '}At what size does condensing pay? Play this task, or
      the {formatCount(usualSweepTasks)} longest of the Library, to see which size costs least, what it saves
      and what it keeps. It takes a minute or a few, and no model is called.
    </EmptyPanel>
  )
}

type WhenFormProps = {
  readonly taskId: string
  /** What was asked for last. */
  readonly last: SweepInput | null
  readonly isRunning: boolean
  readonly onStart: (input: SweepInput) => void
}

const windowChoices = [
  ...sweepWindows.map((window) => ({ value: String(window), label: formatWindow(window) })),
  { value: 'both', label: 'Both' },
]

function formatWindow(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${tokens / 1000}k`
}

function WhenForm({ taskId, last, isRunning, onStart }: WhenFormProps) {
  const choices = useEditorChoices()
  const lastScope: Scope = last !== null && last.taskIds.length > 1 ? 'library' : 'task'
  const lastWindow = last?.windows?.length === 1 ? String(last.windows[0]) : 'both'
  const [typed, setTyped] = useState<{ arms?: string[]; scope?: Scope; window?: string }>({})
  const { scope = lastScope, window = lastWindow, arms = [...(last?.arms ?? usualSweepArms)] } = typed
  const start = (): void => {
    const taskIds = scope === 'task' ? [taskId] : choices.tasks.map(({ value }) => value)
    const windows = window === 'both' ? [...sweepWindows] : [Number(window)]
    onStart({ taskIds, arms, windows, keptWith: taskId })
  }
  return (
    <>
      <Labelled label="Tasks">
        <SegmentedControl
          size="xs"
          aria-label="Tasks"
          data={[
            { value: 'task', label: 'This task' },
            { value: 'library', label: `${usualSweepTasks} longest of the Library` },
          ]}
          value={scope}
          onChange={(next) => setTyped({ ...typed, scope: scopes.find((one) => one === next) ?? scope })}
        />
      </Labelled>
      <Labelled label="Window">
        <SegmentedControl
          size="xs"
          aria-label="Window"
          data={windowChoices}
          value={window}
          onChange={(next) => setTyped({ ...typed, window: next })}
        />
      </Labelled>
      <MultiSelect
        label="Methods"
        size="xs"
        flex="1 1 420px"
        maw={720}
        searchable
        maxValues={8}
        comboboxProps={{ width: 280, position: 'bottom-start', transitionProps: { duration: 0 } }}
        data={buildArmOptions(choices.arms)}
        value={arms}
        onChange={(next) => setTyped({ ...typed, arms: next })}
      />
      <Button
        mt={20}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={isRunning || arms.length === 0 || (scope === 'library' && choices.tasks.length === 0)}
        title={`Plays up to ${formatCount(usualSweepTasks)} tasks with each method at each threshold`}
        onClick={start}
      >
        Play
      </Button>
    </>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Column>
      <Inline h={20} fz="xs" fw={500} aria-hidden>
        {label}
      </Inline>
      {children}
    </Column>
  )
}
