import { sum } from '../../../shared/kernel/numbers.ts'
import { computeSignedRanks } from './compute-signed-ranks.ts'
import { computeNormalTail } from './distributions.ts'

/** The outcome of a Wilcoxon signed-rank test. */
export type WilcoxonTest = {
  /** Sum of the ranks of the differences above zero (W+, or V in R). */
  readonly positiveRankSum: number
  readonly negativeRankSum: number
  /** Two-sided. */
  readonly p: number
  readonly method: 'exact' | 'normal'
}

/** Up to here every count of sign patterns is a whole number that a double holds exactly (2^50). */
const mostExact = 50

/**
 * Wilcoxon's signed-rank test of paired differences against a median of zero, two-sided; zeros by Pratt. Up to 50
 * differences of other than zero exact, with ties and zeros too, given the ranks as they are (Streitberg and Röhmel,
 * Exact Distributions for Permutation and Rank Tests, 1986); beyond that, or where asked, the normal approximation
 * with tie and continuity correction.
 */
export function runWilcoxonSignedRank(
  differences: readonly number[],
  method: 'automatic' | 'exact' | 'normal' = 'automatic',
): WilcoxonTest {
  const { positive, negative } = computeSignedRanks(differences)
  const positiveRankSum = sum(positive)
  const negativeRankSum = sum(negative)
  const ranks = [...positive, ...negative]
  const lesser = Math.min(positiveRankSum, negativeRankSum)
  const isExact = method === 'exact' || (method === 'automatic' && ranks.length <= mostExact)
  const p = isExact ? computeExactP(ranks, lesser) : computeNormalP(ranks, lesser)
  return { positiveRankSum, negativeRankSum, p, method: isExact ? 'exact' : 'normal' }
}

/** Twice the share of sign patterns whose rank sum is at most `lesser`. Ranks are doubled, so that all are whole. */
function computeExactP(ranks: readonly number[], lesser: number): number {
  const patterns = new Float64Array(2 * sum(ranks) + 1)
  patterns[0] = 1
  let most = 0
  for (const rank of ranks) {
    most += 2 * rank
    for (let sum = most; sum >= 2 * rank; sum -= 1) {
      patterns[sum] = (patterns[sum] ?? 0) + (patterns[sum - 2 * rank] ?? 0)
    }
  }
  const below = patterns.subarray(0, 2 * lesser + 1).reduce((sum, count) => sum + count, 0)
  return Math.min(1, (2 * below) / 2 ** ranks.length)
}

/** The variance is the sum of the squared ranks by four, which has the corrections for ties and zeros in it. */
function computeNormalP(ranks: readonly number[], lesser: number): number {
  if (ranks.length === 0) return 1
  const mean = sum(ranks) / 2
  const deviation = Math.sqrt(sum(ranks.map((rank) => rank * rank)) / 4)
  return Math.min(1, 2 * computeNormalTail(Math.max(0, mean - lesser - 0.5) / deviation))
}
