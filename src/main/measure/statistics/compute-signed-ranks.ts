/** Ranks of differences by size, those above zero and those below it. */
export type SignedRanks = {
  readonly positive: readonly number[]
  readonly negative: readonly number[]
  /** Differences of zero; they hold the lowest ranks, which go to neither side. */
  readonly zeroCount: number
}

/** Sizes this close, as a share of the larger, are one size that was computed in two ways. */
const tieShare = 1e-9
/** Sizes under this share of the largest are zeros that were computed. */
const zeroShare = 1e-12

/**
 * Ranks differences by size, equal sizes at their middle rank. Zeros are ranked and then left out (Pratt, Remarks on
 * Zeros and Ties in the Wilcoxon Signed Rank Procedures, 1959): where most tasks show no difference, the few that do
 * must not look like all there is.
 */
export function computeSignedRanks(differences: readonly number[]): SignedRanks {
  const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0)
  const isZero = (difference: number): boolean => Math.abs(difference) <= largest * zeroShare
  const sorted = differences
    .filter((difference) => !isZero(difference))
    .toSorted((one, other) => Math.abs(one) - Math.abs(other))
  const zeroCount = differences.length - sorted.length
  const positive: number[] = []
  const negative: number[] = []
  for (let start = 0; start < sorted.length;) {
    const end = findTieEnd(sorted, start)
    const rank = zeroCount + (start + 1 + end) / 2
    for (const difference of sorted.slice(start, end)) (difference > 0 ? positive : negative).push(rank)
    start = end
  }
  return { positive, negative, zeroCount }
}

function findTieEnd(sorted: readonly number[], start: number): number {
  const most = Math.abs(sorted[start] ?? 0) * (1 + tieShare)
  const length = sorted.slice(start).findIndex((difference) => Math.abs(difference) > most)
  return length === -1 ? sorted.length : start + length
}
