import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { buildProbeExperimentId } from '../../../../shared/probe/probe-types.ts'
import type { PlayedTask } from '../../../../shared/replay/kept-replay-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import type { JobState, JobTracker } from '../../../data/stores/job-tracker.ts'
import { routes } from '../../../lib/routes.ts'

/** How work of this window stands. */
export type JobStatus = 'running' | 'finished' | 'failed' | 'cancelled'

/** A replay, a drift or a look for when to condense, a probe that this window started; of others what is kept. */
export type ActivityJob = {
  readonly id: string
  readonly what: string
  /** Title of the task that it was started from. */
  readonly title: string
  readonly startedTs: number
  readonly status: JobStatus
  /** How far it is; null where it does not run, or has not said. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** What agents spent in a probe; null where nothing was spent by this, or nobody knows. */
  readonly spentUsd: number | null
  /** The experiment that it is kept as; null where it is none. */
  readonly experimentId: string | null
  /** Where its result is shown, and where it goes on. */
  readonly route: string
  /** Does nothing to what has ended. */
  readonly cancel: () => void
}

/** Work that asks no single run, of this window and as it is kept: Activity lists it with the way to its result. */
export function useActivityJobs(): readonly ActivityJob[] {
  const { queries, replays, drifts, sweeps, probes } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  const kept = useQuery({ ...queries.replay.played.queryOptions(), refetchOnMount: 'always' }).data ?? []
  const findTitle = (taskId: string): string => tasks.find(({ id }) => id === taskId)?.title ?? taskId
  const describe = (kind: PlayedTask['kind'], taskId: string, count: number | null) => ({
    kind,
    what: describePlayed(kind, count),
    title: findTitle(taskId),
    route: kind === 'sweep' ? routes.when(taskId) : routes.task(taskId, 'replay'),
  })
  const own = [
    ...useJobs(replays).map((job) => ({
      ...job,
      ...describe('replay', job.key, job.input.policies?.length ?? null),
    })),
    ...useJobs(drifts).map((job) => ({ ...job, ...describe('drift', job.key, null) })),
    ...useJobs(sweeps).map((job) => ({ ...job, ...describe('sweep', job.key, job.input.taskIds.length) })),
  ]
  // What is kept of a task is what this window played last, or takes its place once that is finished.
  const isListed = ({ kind, taskId }: PlayedTask): boolean =>
    own.some((job) => job.status === 'finished' && job.kind === kind && job.key === taskId)
  return [
    ...own,
    ...kept
      .filter((one) => !isListed(one))
      .map(({ kind, taskId, replayId, playedTs, count }) => ({
        ...keptJob,
        ...describe(kind, taskId, count),
        id: replayId,
        startedTs: playedTs,
      })),
    ...useJobs(probes).map((job) => {
      const { taskIds, methods } = job.input.input
      const [taskId = ''] = taskIds
      return {
        ...job,
        what: `Probe, ${formatCountWithNoun(methods.length, 'method')}`,
        title: taskIds.length > 1 ? formatCountWithNoun(taskIds.length, 'task') : findTitle(taskId),
        route: job.key,
        spentUsd: job.finished?.result.spentUsd ?? null,
        experimentId: buildProbeExperimentId(job.input.planId),
      }
    }),
  ]
}

/** What was played, and of how many policies or tasks; a count that is left out is not known. */
function describePlayed(kind: PlayedTask['kind'], count: number | null): string {
  switch (kind) {
    case 'replay':
      return count === null ? 'Replay' : `Replay, ${formatCountWithNoun(count, 'policy', 'policies')}`
    case 'drift':
      return 'Drift'
    case 'sweep':
      return count === null ? 'When to condense' : `When to condense, ${formatCountWithNoun(count, 'task')}`
    default:
      return assertNever(kind)
  }
}

/** Work of which only the result is left. */
const keptJob = {
  status: 'finished',
  progress: null,
  spentUsd: null,
  experimentId: null,
  cancel: () => undefined,
} as const

function useJobs<Input, Finished>(tracker: JobTracker<Input, Finished>) {
  const jobs = useSyncExternalStore(tracker.subscribe, tracker.list)
  return jobs.map((job) => ({
    key: job.key,
    id: `${job.key} ${job.startedTs}`,
    input: job.input,
    finished: job.done?.input === job.input ? job.done.finished : null,
    startedTs: job.startedTs,
    status: pickStatus(job),
    progress: job.isRunning ? job.progress : null,
    spentUsd: null,
    experimentId: null,
    cancel: () => tracker.cancel(job.key),
  }))
}

function pickStatus<Input, Finished>(job: JobState<Input, Finished>): JobStatus {
  if (job.isRunning) return 'running'
  if (job.problem !== null) return 'failed'
  return job.done?.input === job.input ? 'finished' : 'cancelled'
}
