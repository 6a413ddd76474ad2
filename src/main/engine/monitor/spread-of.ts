import type { Spread } from '../../../shared/domain/metrics.ts'
import { quantileOf } from '../../../shared/lib/numbers.ts'

/** Mean and quantiles of numbers; null where there are none. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  return {
    n: values.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: quantileOf(ascending, 0),
    q1: quantileOf(ascending, 0.25),
    median: quantileOf(ascending, 0.5),
    q3: quantileOf(ascending, 0.75),
    p95: quantileOf(ascending, 0.95),
    max: quantileOf(ascending, 1),
  }
}
