import { computeNormalTail } from './distributions.ts'

/** The outcome of a McNemar test. */
export type McNemarTest = {
  /** Checkpoints that only the candidate passes. */
  readonly gained: number
  /** Checkpoints that only the baseline passes. */
  readonly lost: number
  /** Two-sided. */
  readonly p: number
  readonly method: 'exact' | 'chi-square'
}

/** From here on Edwards' continuity correction agrees with the exact test well enough (Fleiss, 1981). */
const chiSquareFrom = 25

/**
 * McNemar's test of pass and fail at the same checkpoints: exact binomial for fewer than 25 checkpoints on which the
 * variants disagree, else chi-square of one degree with Edwards' continuity correction, `(|gained − lost| − 1)² /
 * (gained + lost)`. It takes checkpoints for independent, which those of one task are not.
 */
export function runMcNemarTest(gained: number, lost: number): McNemarTest {
  const disagreeing = gained + lost
  if (disagreeing < chiSquareFrom) {
    return { gained, lost, p: computeBinomialP(disagreeing, Math.min(gained, lost)), method: 'exact' }
  }
  const root = Math.max(0, Math.abs(gained - lost) - 1) / Math.sqrt(disagreeing)
  return { gained, lost, p: Math.min(1, 2 * computeNormalTail(root)), method: 'chi-square' }
}

/** Chance, doubled, of at most `fewer` heads in `tosses` of a fair coin. */
function computeBinomialP(tosses: number, fewer: number): number {
  let ways = 1
  let sum = 0
  for (let heads = 0; heads <= fewer; heads += 1) {
    sum += ways
    ways = (ways * (tosses - heads)) / (heads + 1)
  }
  return Math.min(1, (2 * sum) / 2 ** tosses)
}
