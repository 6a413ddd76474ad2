import { countOf } from '../../../shared/lib/count-of.ts'
import { differencePercent } from '../../../shared/lib/difference-percent.ts'
import { formatPercent, formatUsd } from '../../../shared/lib/format-figures.ts'

type Whole = {
  readonly recordedUsd: number | null
  /** What the record comes to when it is played. */
  readonly playedUsd: number | null
  /** Of the recorded cost: of what cannot be played. */
  readonly unplayedUsd: number
  readonly unplayedRequests: number
  /** Requests that are played without a recorded cost of their own, and what they come to. */
  readonly estimated: { readonly requests: number; readonly costUsd: number | null }
}

/** Below this share of the recorded cost nothing is said, percent. */
const leastPercent = 1

/**
 * Why what all policies are held against is not what the whole record cost, in a sentence for a person; nothing where
 * both agree. That the compared requests agree says nothing of the others.
 */
export function wholeDifference(whole: Whole): string[] {
  const { recordedUsd, playedUsd, unplayedUsd, unplayedRequests, estimated } = whole
  if (recordedUsd === null || playedUsd === null) return []
  const percent = differencePercent(playedUsd, recordedUsd)
  const isWorthIt = (costUsd: number): boolean => costUsd > 0 && costUsd >= (leastPercent / 100) * recordedUsd
  const causes = [
    ...(isWorthIt(unplayedUsd)
      ? [
          `${formatUsd(unplayedUsd)} was recorded for what cannot be played${unplayedRequests === 0 ? '' : ` (${countOf(unplayedRequests, 'request')})`}`,
        ]
      : []),
    ...(isWorthIt(estimated.costUsd ?? 0)
      ? [
          `${formatUsd(estimated.costUsd)} is estimated, for ${countOf(estimated.requests, 'request')} without a recorded cost`,
        ]
      : []),
  ]
  if (causes.length === 0) return []
  const distance =
    percent === null || Math.abs(percent) < 0.05
      ? 'as much as'
      : `${formatPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'} than`
  return [
    `What is played comes to ${formatUsd(playedUsd)}, ${distance} the recorded ${formatUsd(recordedUsd)}: ${causes.join(', and ')}.`,
  ]
}
