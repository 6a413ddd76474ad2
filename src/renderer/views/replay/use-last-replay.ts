import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReplayResult } from '../../../shared/api/replay.ts'
import { useEngine, type ReplayFinished, type ReplayInput } from '../../data/engine-context.ts'
import { useJob, type JobState } from '../../data/stores/job-tracker.ts'
import { lastPlayed, type LastPlayed } from './last-played.ts'

/** The last replay of a task. */
export type LastReplay = LastPlayed<ReplayInput, ReplayResult> & {
  /** Of this window. Null before anything was played in it. */
  readonly job: JobState<ReplayInput, ReplayFinished> | null
}

/** Follows the last replay of a task. */
export function useLastReplay(taskId: string): LastReplay {
  const { queries, replays } = useEngine()
  const job = useJob(replays, taskId)
  const own = job?.done ?? null
  const last = useQuery(queries.replay.kept.queryOptions({ input: { taskId } }))
  const result = useQuery(
    queries.replay.result.queryOptions({
      input: own === null && last.data != null ? { replayId: last.data.replayId } : skipToken,
      // What came of a replay never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return { ...lastPlayed(own, last, result), job }
}
