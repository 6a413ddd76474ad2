import type { ComparisonRules } from '../../../shared/condense/comparison-types.ts'

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
