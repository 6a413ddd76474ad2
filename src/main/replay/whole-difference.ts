import { differencePercent } from '../../shared/lib/difference-percent.ts'
import type { DifferenceCause, ReasonNote } from '../../shared/words/replay.ts'
import type { PlayedParts } from './played-parts.ts'

type Whole = {
  readonly recordedUsd: number | null
  /** What the record comes to when it is played. */
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
export function wholeDifference(whole: Whole): ReasonNote[] {
  const { recordedUsd, playedUsd, parts } = whole
  if (recordedUsd === null || playedUsd === null) return []
  const percent = differencePercent(playedUsd, recordedUsd)
  const isWorthIt = ({ sizeUsd }: Pick<Cause, 'sizeUsd'>): boolean =>
    sizeUsd > 0 && sizeUsd >= (leastPercent / 100) * recordedUsd
  const { compared } = parts
  const comparedUsd = compared.playedUsd - compared.recordedUsd
  const own = causesOf(whole)
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

function causesOf({ unplayedUsd, unplayedRequests, estimated, parts }: Whole): readonly Cause[] {
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
