import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { buildProbeExperimentId } from '../../../../shared/probe/probe-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import type { JobState, JobTracker } from '../../../data/stores/job-tracker.ts'
import { routes } from '../../../lib/routes.ts'

/** How work of this window stands. */
export type JobStatus = 'running' | 'finished' | 'failed' | 'cancelled'

/** A replay, a drift, a look for when to condense or a probe that this window started. */
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
  readonly cancel: () => void
}

/** Work of this window that asks no single run: Activity lists it with the way to its result. */
export function useActivityJobs(): readonly ActivityJob[] {
  const { queries, replays, drifts, sweeps, probes } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  const findTitle = (taskId: string): string => tasks.find(({ id }) => id === taskId)?.title ?? taskId
  return [
    ...useJobs(replays).map((job) => ({
      ...job,
      what: `Replay, ${formatCountWithNoun(job.input.policies?.length ?? 0, 'policy', 'policies')}`,
      title: findTitle(job.key),
      route: routes.task(job.key, 'replay'),
    })),
    ...useJobs(drifts).map((job) => ({
      ...job,
      what: 'Drift',
      title: findTitle(job.key),
      route: routes.task(job.key, 'replay'),
    })),
    ...useJobs(sweeps).map((job) => ({
      ...job,
      what: `When to condense, ${formatCountWithNoun(job.input.taskIds?.length ?? tasks.length, 'task')}`,
      title: findTitle(job.key),
      route: routes.when(job.key),
    })),
    ...useJobs(probes).map((job) => {
      const { taskIds, cuts, methods } = job.input.input
      const [taskId = ''] = taskIds
      const [cut] = cuts
      return {
        ...job,
        what: `Probe, ${formatCountWithNoun(methods.length, 'method')}`,
        title: findTitle(taskId),
        route: routes.probe(taskId, cut !== undefined && 'recorded' in cut ? cut.recorded : null),
        spentUsd: job.finished?.result.spentUsd ?? null,
        experimentId: buildProbeExperimentId(job.input.planId),
      }
    }),
  ]
}

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
