import { countOf, formatCount } from '../../shared/lib/count-of.ts'
import { differencePercent } from '../../shared/lib/numbers.ts'
import { formatPercent, formatUsd } from '../../shared/lib/format-figures.ts'
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

/** What makes the whole differ: a sum that says how much it matters, and a clause for a person. */
type Cause = { readonly sizeUsd: number; readonly text: string }

/** Below this share of the recorded cost nothing is said, percent. */
const leastPercent = 1

/**
 * Why what all policies are held against is not what the whole record cost, in a sentence for a person; nothing where
 * both agree, or where only compared requests differ, which the comparison says. That those agree says nothing of the
 * others.
 */
export function wholeDifference(whole: Whole): string[] {
  const { recordedUsd, playedUsd, parts } = whole
  if (recordedUsd === null || playedUsd === null) return []
  const percent = differencePercent(playedUsd, recordedUsd)
  const isWorthIt = ({ sizeUsd }: Cause): boolean =>
    sizeUsd > 0 && sizeUsd >= (leastPercent / 100) * recordedUsd
  const { compared } = parts
  const comparedUsd = compared.playedUsd - compared.recordedUsd
  const own = causesOf(whole)
  const large = own.filter(isWorthIt)
  const isToldElsewhere = isWorthIt({ sizeUsd: Math.abs(comparedUsd), text: '' })
  // Several small causes can come to a difference that is not small.
  const isSumOfSmall = large.length === 0 && !isToldElsewhere && Math.abs(percent ?? 0) >= leastPercent
  const small = { sizeUsd: Math.abs(comparedUsd), text: comparisonText(compared, 'that are compared') }
  const causes = isSumOfSmall ? [...own, small].filter(({ sizeUsd }) => sizeUsd > leastUsd) : large
  if (causes.length === 0) return []
  const distance =
    percent === null || Math.abs(percent) < 0.05
      ? 'as much as'
      : `${formatPercent(Math.abs(percent))} ${percent > 0 ? 'more' : 'less'} than`
  return [
    `What is played comes to ${formatUsd(playedUsd)}, ${distance} the recorded ${formatUsd(recordedUsd)}: ${causes.map(({ text }) => text).join(', and ')}.`,
  ]
}

/** Below this a difference is one of rounding. */
const leastUsd = 1e-9

function causesOf({ unplayedUsd, unplayedRequests, estimated, parts }: Whole): readonly Cause[] {
  const { short, apart } = parts
  return [
    {
      sizeUsd: unplayedUsd,
      text: `${formatUsd(unplayedUsd)} was recorded for what cannot be played${unplayedRequests === 0 ? '' : ` (${countOf(unplayedRequests, 'request')})`}`,
    },
    {
      sizeUsd: estimated.costUsd ?? 0,
      text: `${formatUsd(estimated.costUsd)} is estimated, for ${countOf(estimated.requests, 'request')} without a recorded cost`,
    },
    {
      sizeUsd: Math.abs(short.playedUsd - short.recordedUsd),
      text: `${countOf(short.requests, 'request')} with ${countOf(short.cachedTokens, 'cached token')} in the record ${short.requests === 1 ? 'is' : 'are'} played without a cache, which is taken to keep nothing below ${formatCount(short.leastTokens)} tokens`,
    },
    {
      sizeUsd: Math.abs(apart.playedUsd - apart.recordedUsd),
      text: comparisonText(apart, 'that nothing but their own cost has prices for'),
    },
  ]
}

function comparisonText(
  { requests, playedUsd, recordedUsd }: PlayedParts['compared'],
  which: string,
): string {
  return `the requests ${which} (${requests}) come to ${formatUsd(playedUsd)} for ${formatUsd(recordedUsd)}`
}
