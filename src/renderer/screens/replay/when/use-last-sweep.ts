import { skipToken, useQuery } from '@tanstack/react-query'
import type { SweepResult } from '../../../../shared/replay/sweep-types.ts'
import { useEngine, type SweepFinished, type SweepInput } from '../../../data/engine-context.ts'
import { useJob, type JobState } from '../../../data/stores/job-tracker.ts'
import { pickLastPlayed, type LastPlayed } from '../pick-last-played.ts'

/** The last sweep that was kept with a task. */
export type LastSweep = LastPlayed<SweepInput, SweepResult> & {
  /** Of this window. Null before anything was played in it. */
  readonly job: JobState<SweepInput, SweepFinished> | null
}

/** Follows the last sweep that was kept with a task. */
export function useLastSweep(taskId: string): LastSweep {
  const { queries, sweeps } = useEngine()
  const job = useJob(sweeps, taskId)
  const own = job?.done ?? null
  const last = useQuery(queries.sweep.kept.queryOptions({ input: { taskId } }))
  const result = useQuery(
    queries.sweep.result.queryOptions({
      input: own === null && last.data != null ? { replayId: last.data.replayId } : skipToken,
      // What came of a sweep never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return { ...pickLastPlayed(own, last, result), job }
}
