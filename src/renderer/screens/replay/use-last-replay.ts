import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { hugeBytes, type TaskSummary } from '../../../shared/library/task-types.ts'
import type { ReplayResult } from '../../../shared/replay/contract.ts'
import { useEngine, type ReplayFinished, type ReplayInput } from '../../data/engine-context.ts'
import { useJob, type JobState } from '../../data/stores/job-tracker.ts'
import { pickLastPlayed, type LastPlayed } from './pick-last-played.ts'

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
  return { ...pickLastPlayed(own, last, result), job }
}

/**
 * Whether a task is played before anybody asks: what its requests used is known, nobody is writing it, and it is not so
 * large that its replay takes the machine for minutes.
 */
export function isPlayedUnasked({ costUsd, isGrowing, sizeBytes }: TaskSummary): boolean {
  return costUsd !== null && costUsd > 0 && !isGrowing && (sizeBytes ?? 0) < hugeBytes
}

/** How long somebody looks at a task before it is played in the background. */
const lookedAtMs = 1500

/**
 * Plays a task with recorded usage under the usual policies, which ask no model, once it is looked at and where nothing
 * of it is kept, so that its Replay tab opens on a result.
 */
export function useBackgroundReplay(taskId: string, hasUsage: boolean): void {
  const { queries, replays } = useEngine()
  const job = useJob(replays, taskId)
  const kept = useQuery(queries.replay.kept.queryOptions({ input: hasUsage ? { taskId } : skipToken }))
  const isMissing = hasUsage && job === null && kept.data === null
  const usual = useQuery(queries.replay.usual.queryOptions({ input: isMissing ? { taskId } : skipToken }))
  const policies = usual.data
  const play = useEffectEvent(() => {
    if (isMissing && policies !== undefined) replays.start(taskId, { taskId, policies })
  })
  const isReady = isMissing && policies !== undefined
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => play(), lookedAtMs)
    return () => clearTimeout(timer)
  }, [isReady, taskId])
}
