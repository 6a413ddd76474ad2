import { computeDifferencePercent } from '../../../../../shared/kernel/numbers.ts'
import { sumInputTokens } from '../../../../../shared/kernel/sum-recorded-usage.ts'
import type { ReplayRequest } from '../../../../../shared/replay/types.ts'
import type { DifferenceCause, ReasonNote } from '../../../../../shared/replay/words.ts'
import { isCircular, isEstimated } from '../cost/pay-requests.ts'
import type { ReplayStep, ReplayTask } from '../replay-task.ts'

type Whole = {
  readonly recordedUsd: number | null
  /** What the record costs when it is replayed. */
  readonly playedUsd: number | null
  /** Of the recorded cost: of what cannot be played. */
  readonly unplayedUsd: number
  readonly unplayedRequests: number
  /** Requests that are played without a recorded cost of their own, and what they come to. */
  readonly estimated: { readonly requests: number; readonly costUsd: number | null }
  /** The requests that are played and have a recorded cost. */
  readonly parts: PlayedParts
}

/** What makes the whole differ, and how much. */
type Cause = { readonly sizeUsd: number; readonly figures: DifferenceCause }

/** Below this share of the recorded cost nothing is said, percent. */
const leastPercent = 1

/**
 * Why what all policies are held against is not what the whole record cost. Nothing where both agree, or where only
 * compared requests differ, which the comparison says. That those agree says nothing of the others.
 */
export function explainWholeDifference(whole: Whole): ReasonNote[] {
  const { recordedUsd, playedUsd, parts } = whole
  if (recordedUsd === null || playedUsd === null) return []
  const percent = computeDifferencePercent(playedUsd, recordedUsd)
  const isWorthIt = ({ sizeUsd }: Pick<Cause, 'sizeUsd'>): boolean =>
    sizeUsd > 0 && sizeUsd >= (leastPercent / 100) * recordedUsd
  const { compared } = parts
  const comparedUsd = compared.playedUsd - compared.recordedUsd
  const own = listCauses(whole)
  const large = own.filter(isWorthIt)
  const isToldElsewhere = isWorthIt({ sizeUsd: Math.abs(comparedUsd) })
  // Several small causes can come to a difference that is not small.
  const isSumOfSmall = large.length === 0 && !isToldElsewhere && Math.abs(percent ?? 0) >= leastPercent
  const small: Cause = { sizeUsd: Math.abs(comparedUsd), figures: { cause: 'compared', ...compared } }
  const causes = isSumOfSmall ? [...own, small].filter(({ sizeUsd }) => sizeUsd > leastUsd) : large
  if (causes.length === 0) return []
  const figures = { playedUsd, recordedUsd, percent, causes: causes.map((cause) => cause.figures) }
  return [{ code: 'whole-difference', figures }]
}

/** Below this a difference is one of rounding. */
const leastUsd = 1e-9

function listCauses({ unplayedUsd, unplayedRequests, estimated, parts }: Whole): readonly Cause[] {
  const { short, apart } = parts
  const { requests, cachedTokens, leastTokens } = short
  return [
    {
      sizeUsd: unplayedUsd,
      figures: { cause: 'unplayed', requests: unplayedRequests, costUsd: unplayedUsd },
    },
    { sizeUsd: estimated.costUsd ?? 0, figures: { cause: 'estimated', ...estimated } },
    {
      sizeUsd: Math.abs(short.playedUsd - short.recordedUsd),
      figures: { cause: 'short', requests, cachedTokens, leastTokens },
    },
    {
      sizeUsd: Math.abs(apart.playedUsd - apart.recordedUsd),
      figures: { cause: 'own-prices', ...apart },
    },
  ]
}

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
export function splitPlayedParts(
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
      ...sumPlayedPart(short),
      cachedTokens: short.reduce((sum, { step }) => sum + countCachedTokens(step), 0),
      leastTokens: short.reduce((most, { step }) => Math.max(most, step.cacheStyle.leastTokens), 0),
    },
    apart: sumPlayedPart(long.filter(isApart)),
    compared: sumPlayedPart(long.filter((pair) => !isApart(pair))),
  }
}

function isTooShort(step: ReplayStep): boolean {
  return (
    step.usage !== null &&
    countCachedTokens(step) > 0 &&
    sumInputTokens(step.usage) < step.cacheStyle.leastTokens
  )
}

function countCachedTokens({ usage }: ReplayStep): number {
  return usage === null ? 0 : usage.cacheWrites + usage.cacheReads
}

function sumPlayedPart(pairs: readonly Pair[]): PlayedPart {
  return {
    requests: pairs.length,
    playedUsd: pairs.reduce((sum, pair) => sum + pair.playedUsd, 0),
    recordedUsd: pairs.reduce((sum, { step }) => sum + (step.costUsd ?? 0), 0),
  }
}
