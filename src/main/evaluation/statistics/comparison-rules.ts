/** What a verdict rests on; the same for all comparisons that are shown together. */
export type ComparisonRules = {
  /** Level of the interval, 0 to 1. */
  readonly intervalLevel: number
  /** A difference is called where its p value, corrected, is at most this. */
  readonly significanceLevel: number
  /** Chance of a verdict that the advice to record more aims at, 0.5 to 1. */
  readonly power: number
  /** Fewer tasks than this get no verdict. */
  readonly fewestTasks: number
  /** Of the bootstrap, and of the sign-flip test where it cannot count them all. */
  readonly resamples: number
  /** Seed of everything random; the same seed gives the same figures. */
  readonly seed: number
}

/**
 * The rules of `evaluation.md` section 3. Differences are called at 2 %, not at the interval's 5 %: identical variants
 * compared a hundred times may be called different at most five times. A level of 5 % breaks that in two of five batches
 * of a hundred, one of 2 % in one of sixty. It takes seven tasks that agree to reach it.
 */
export const defaultComparisonRules: ComparisonRules = {
  intervalLevel: 0.95,
  significanceLevel: 0.02,
  power: 0.8,
  fewestTasks: 5,
  resamples: 10_000,
  seed: 1,
}
