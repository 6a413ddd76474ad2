import type { Spread } from '../../../shared/domain/metrics.ts'
import { quantile } from './quantile.ts'

/** Mean and quantiles of numbers; null where there are none. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  return {
    n: values.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: quantile(ascending, 0),
    q1: quantile(ascending, 0.25),
    median: quantile(ascending, 0.5),
    q3: quantile(ascending, 0.75),
    p95: quantile(ascending, 0.95),
    max: quantile(ascending, 1),
  }
}
