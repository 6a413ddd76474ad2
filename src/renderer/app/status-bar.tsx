import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatLimitUsd, formatUsd } from '../../shared/kernel/format-figures.ts'
import { showControls } from '../../shared/kernel/show-controls.ts'
import { describePerhapsPaid } from '../../shared/kernel/words/perhaps-paid.ts'
import { describeRequestSize } from '../../shared/kernel/words/recorded-words.ts'
import { useEngine, useTrackedRuns } from '../data/engine-context.ts'
import type { TrackedRun } from '../data/stores/run-tracker.ts'
import { describeOwner, useContextStatus } from '../data/use-context-status.ts'
import { formatTaskTitle } from '../lib/format-task-title.ts'
import { formatCountWithNoun, formatTokens, formatShare } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { Inline, QuietLink, Row } from '../ui/layout/layout.tsx'
import { useOpenTask } from './use-open-task.ts'

/** Share of the limit from which the figure asks for attention. */
const nearLimit = 0.9

/** What is spent, and the figures of what runs, are read again this often. */
const refreshMs = 2000

/** The open task, and running work with a way to cancel it. */
export function StatusBar() {
  const task = useOpenTask()
  const tracked = useTrackedRuns()
  useResumeTracking()
  return (
    <Row
      component="footer"
      gap="md"
      pl="md"
      pr="sm"
      bg="var(--surface)"
      line="top"
      fz={11}
      nowrap
      clip
      aria-label="Status"
    >
      {task === null ? (
        <Inline c="dimmed">No task open</Inline>
      ) : (
        <>
          <QuietLink href={routes.task(task.id)} maw={360} cut>
            {formatTaskTitle(task.title)}
          </QuietLink>
          <Inline c="dimmed">
            {task.messages === null ? '' : `${formatCountWithNoun(task.messages, 'message')} · `}
            {formatTokens(task.tokens)}
            {task.tokens === null ? '' : ' (counted)'}
          </Inline>
          <WindowUse taskId={task.id} />
        </>
      )}
      <Inline flex={1} />
      {tracked.map((entry) => (
        <RunningWork key={entry.run.id} entry={entry} />
      ))}
      <RunningExperiments />
      <SpentToday />
    </Row>
  )
}

function RunningWork({ entry }: { readonly entry: TrackedRun }) {
  const { runs } = useEngine()
  const { run, progress, problem } = entry
  const share =
    progress !== null && progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : null
  const stage = problem?.message ?? progress?.label ?? 'Starting'
  return (
    <Row component="span" inline gap="xs" role="status">
      <QuietLink href={routes.run(run)} maw={360} cut>
        {run.providerId}: {stage}
        {share !== null && ` ${share} %`}
      </QuietLink>
      <ActionIcon
        size={18}
        aria-label={problem === null ? `Cancel ${run.providerId}` : 'Dismiss'}
        onClick={() =>
          problem === null ? void runs.cancel(run.id).catch(() => undefined) : runs.dismiss(run.id)
        }
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </Row>
  )
}

/** Tracks runs started before this window opened or elsewhere, each once. */
function useResumeTracking(): void {
  const { queries, runs } = useEngine()
  const all = useQuery(queries.runs.list.queryOptions({ input: {} }))
  const tried = useRef(new Set<string>())
  useEffect(() => {
    for (const run of all.data ?? []) {
      if (run.status !== 'running' || tried.current.has(run.id)) continue
      tried.current.add(run.id)
      runs.track(run).catch(() => undefined)
    }
  }, [all.data, runs])
}

/** Running experiments, each with a way to cancel it. */
function RunningExperiments() {
  const { client, queries } = useEngine()
  const list = useQuery(
    queries.experiments.list.queryOptions({
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === 'running') === true ? refreshMs : false,
    }),
  )
  const running = (list.data ?? []).filter(({ status }) => status === 'running')
  return running.map(({ id, name, cells }) => (
    <Row key={id} component="span" inline gap="xs" role="status">
      <QuietLink href={routes.experiment(id, 'cells')} maw={360} cut>
        {showControls(name)}: {cells.done + cells.failed} of {cells.total} cells
      </QuietLink>
      <ActionIcon
        size={18}
        aria-label={`Cancel ${showControls(name)}`}
        onClick={() => void client.experiments.cancel({ experimentId: id }).catch(() => undefined)}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </Row>
  ))
}

/** Cost of model calls today and its limit, or nothing without either. */
function SpentToday() {
  const { queries } = useEngine()
  const spending = useQuery(queries.policy.spendingToday.queryOptions({ refetchInterval: refreshMs })).data
  if (spending === undefined || (spending.calls === 0 && spending.limitUsd === null)) return null
  const { spentUsd, reservedUsd, limitUsd, calls, perhapsPaid } = spending
  const isNear = limitUsd !== null && spentUsd + reservedUsd >= limitUsd * nearLimit
  return (
    <QuietLink
      href={routes.settings}
      c={isNear ? 'var(--caution)' : 'dimmed'}
      title={`${formatCountWithNoun(calls, 'call')} to models today${describePerhapsPaid(perhapsPaid)}${reservedUsd > 0 ? `, up to ${formatUsd(reservedUsd)} more under way` : ''}`}
    >
      Today {formatUsd(spentUsd)}
      {limitUsd !== null && ` of ${formatLimitUsd(limitUsd)}`}
    </QuietLink>
  )
}

/** How full the open task makes the window, or nothing where no window is known. */
function WindowUse({ taskId }: { readonly taskId: string }) {
  const { window, status } = useContextStatus(taskId)
  if (window.windowTokens === null || status.data === undefined) return null
  const { percent, contextTokens, basis, wouldCondense, wouldTruncate, reason } = status.data
  const request = `Request ${describeRequestSize({ tokens: Math.round(contextTokens), basis })}.`
  return (
    <Inline
      c={wouldCondense || wouldTruncate ? 'var(--caution)' : 'dimmed'}
      title={[request, reason, describeOwner(window)].join(' ').trim()}
    >
      Request {formatShare(Math.round(percent))} of {formatTokens(window.windowTokens)}
    </Inline>
  )
}
