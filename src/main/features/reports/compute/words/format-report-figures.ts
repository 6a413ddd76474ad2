import type { MetricUnit } from '../../../../../shared/activity/quality-types.ts'
import { formatMetric, formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'

/** `0.87 to 0.95`; empty where there is no interval. */
export function formatInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null ? '' : formatRange(formatMetric(low, unit), formatMetric(high, unit))
}

/** The interval of a difference, signs included. */
export function formatDifferenceInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null
    ? ''
    : formatRange(formatMetricDifference(low, unit), formatMetricDifference(high, unit))
}

/** From one to the other; a unit that both have is said once. */
function formatRange(low: string, high: string): string {
  const unit = /^[^\s\u202f]*(?:\u202f\d+)*(?<=\d)(\u202f\D+)$/u.exec(high)?.[1] ?? ''
  return unit !== '' && low.endsWith(unit) ? `${low.slice(0, -unit.length)} to ${high}` : `${low} to ${high}`
}

/** A probability as a clause: `p 0.004`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`
}

/** Date and time to the minute in UTC, so that a report reads the same everywhere; a dash for unknown. */
export function formatTime(ts: number | null): string {
  if (ts === null) return '–'
  const date = new Date(ts)
  return Number.isNaN(date.getTime()) ? '–' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
