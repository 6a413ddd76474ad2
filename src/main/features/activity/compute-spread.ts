import type { Spread } from '../../../shared/activity/metrics-types.ts'
import { computeQuantile } from '../../../shared/kernel/numbers.ts'

/** Mean and quantiles of numbers; null where there are none. */
export function computeSpread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  return {
    n: values.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: computeQuantile(ascending, 0),
    q1: computeQuantile(ascending, 0.25),
    median: computeQuantile(ascending, 0.5),
    q3: computeQuantile(ascending, 0.75),
    p95: computeQuantile(ascending, 0.95),
    max: computeQuantile(ascending, 1),
  }
}
