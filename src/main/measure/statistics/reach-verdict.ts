import type { MetricDirection } from '../../../shared/activity/quality-types.ts'
import type { Interval, Verdict } from '../../../shared/condense/comparison-types.ts'

/** What is known of one comparison when its verdict is reached. */
export type Evidence = {
  /** Of the mean difference, candidate minus baseline. */
  readonly interval: Interval
  /** Two-sided, corrected for the comparisons beside it. */
  readonly correctedP: number
  /** Differences up to this size, in the unit of the metric, are not worth naming. */
  readonly margin: number
  readonly direction: MetricDirection
  readonly significanceLevel: number
}

/**
 * The word for a comparison of enough tasks, or null where the data do not settle it. The margin goes first: a
 * difference that is certain but too small to matter is none worth naming.
 */
export function reachVerdict(evidence: Evidence): Verdict | null {
  const { interval, margin, direction } = evidence
  if (interval.low >= -margin && interval.high <= margin) return { word: 'no-difference' }
  if (evidence.correctedP > evidence.significanceLevel) return null
  if (interval.low <= 0 && interval.high >= 0) return null
  const isHigher = interval.low > 0
  return { word: isHigher === (direction === 'higher') ? 'better' : 'worse' }
}
