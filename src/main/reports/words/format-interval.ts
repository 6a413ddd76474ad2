import type { MetricUnit } from '../../../shared/domain/quality.ts'
import { formatMetric, formatMetricDifference } from '../../../shared/lib/format-metric.ts'

/** `0.87 to 0.95`; empty where there is no interval. */
export function formatInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null ? '' : range(formatMetric(low, unit), formatMetric(high, unit))
}

/** The interval of a difference, signs included. */
export function formatDifferenceInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null
    ? ''
    : range(formatMetricDifference(low, unit), formatMetricDifference(high, unit))
}

/** From one to the other; a unit that both have is said once. */
function range(low: string, high: string): string {
  const unit = /^[^\s\u202f]*[\d\u202f]+(\u202f\D+)$/u.exec(high)?.[1] ?? ''
  return unit !== '' && low.endsWith(unit) ? `${low.slice(0, -unit.length)} to ${high}` : `${low} to ${high}`
}
