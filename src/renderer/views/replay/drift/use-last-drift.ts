import { skipToken, useQuery } from '@tanstack/react-query'
import type { DriftResult } from '../../../../shared/api/drift.ts'
import { useEngine, type DriftFinished, type DriftInput } from '../../../data/engine-context.ts'
import type { JobState } from '../../../data/job-tracker.ts'
import { useJob } from '../../../data/use-job.ts'
import { lastPlayed, type LastPlayed } from '../last-played.ts'

/** The last drift of a task. */
export type LastDrift = LastPlayed<DriftInput, DriftResult> & {
  /** Of this window; null before anything was measured in it. */
  readonly job: JobState<DriftInput, DriftFinished> | null
}

/** Follows the last drift of a task. */
export function useLastDrift(taskId: string): LastDrift {
  const { queries, drifts } = useEngine()
  const job = useJob(drifts, taskId)
  const own = job?.done ?? null
  const last = useQuery(queries.drift.kept.queryOptions({ input: { taskId } }))
  const result = useQuery(
    queries.drift.result.queryOptions({
      input: own === null && last.data != null ? { replayId: last.data.replayId } : skipToken,
      // What came of a drift never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return { ...lastPlayed(own, last, result), job }
}
