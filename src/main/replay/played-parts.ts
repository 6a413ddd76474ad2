import type { ReplayRequest } from '../../shared/domain/replay.ts'
import { isCircular, isEstimated } from './pay-requests.ts'
import { wholeInput } from '../../shared/lib/recorded-totals.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/** Some requests of a record: what they come to when they are played, for what they cost. */
export type PlayedPart = {
  readonly requests: number
  readonly playedUsd: number
  readonly recordedUsd: number
}

/** The requests with a recorded cost of their own, each in one part. */
export type PlayedParts = {
  /** Recorded with cached tokens in a context that is played as too short for a cache. */
  readonly short: PlayedPart & { readonly cachedTokens: number; readonly leastTokens: number }
  /** Others with prices that were taken from their own cost. */
  readonly apart: PlayedPart
  readonly compared: PlayedPart
}

type Pair = { readonly step: ReplayStep; readonly playedUsd: number }

/** Parts the requests of a task by why their replay may differ from the record. */
export function playedParts(
  { steps }: Pick<ReplayTask, 'steps'>,
  replayed: readonly ReplayRequest[],
): PlayedParts {
  const pairs = steps.flatMap((step, at): Pair[] => {
    const playedUsd = replayed[at]?.costUsd ?? null
    return playedUsd === null || isEstimated(step) ? [] : [{ step, playedUsd }]
  })
  const short = pairs.filter(({ step }) => isTooShort(step))
  const long = pairs.filter(({ step }) => !isTooShort(step))
  const isApart = ({ step }: Pair): boolean => isCircular(step)
  return {
    short: {
      ...partOf(short),
      cachedTokens: short.reduce((sum, { step }) => sum + cachedTokens(step), 0),
      leastTokens: short.reduce((most, { step }) => Math.max(most, step.cacheStyle.leastTokens), 0),
    },
    apart: partOf(long.filter(isApart)),
    compared: partOf(long.filter((pair) => !isApart(pair))),
  }
}

function isTooShort(step: ReplayStep): boolean {
  return step.usage !== null && cachedTokens(step) > 0 && wholeInput(step.usage) < step.cacheStyle.leastTokens
}

function cachedTokens({ usage }: ReplayStep): number {
  return usage === null ? 0 : usage.cacheWrites + usage.cacheReads
}

function partOf(pairs: readonly Pair[]): PlayedPart {
  return {
    requests: pairs.length,
    playedUsd: pairs.reduce((sum, pair) => sum + pair.playedUsd, 0),
    recordedUsd: pairs.reduce((sum, { step }) => sum + (step.costUsd ?? 0), 0),
  }
}
