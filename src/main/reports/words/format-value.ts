import type { MetricUnit } from '../../../shared/domain/quality.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'

/** Narrow and unbreakable, so that a figure never wraps. */
const thinSpace = '\u202f'

/** A whole number with thin-space thousands: `124 669`. */
export function formatCount(value: number): string {
  const digits = Math.abs(Math.round(value)).toString()
  return `${value < 0 && digits !== '0' ? '−' : ''}${digits.replaceAll(/\B(?=(\d{3})+$)/g, thinSpace)}`
}

/** A value of a metric with its unit; a dash where there is none. */
export function formatValue(value: number | null, unit: MetricUnit): string {
  if (value === null) return '–'
  const size = magnitude(Math.abs(value), unit)
  return `${value < 0 && /[1-9]/.test(size) ? '−' : ''}${size}`
}

/** A difference of two values with its sign; one that rounds to nothing has none. */
export function formatDifference(difference: number | null, unit: MetricUnit): string {
  if (difference === null) return '–'
  const size =
    unit === 'share'
      ? Math.abs(difference).toFixed(3)
      : unit === 'percent'
        ? `${Math.abs(difference).toFixed(1)}${thinSpace}points`
        : magnitude(Math.abs(difference), unit)
  if (!/[1-9]/.test(size)) return `±${size}`
  return `${difference < 0 ? '−' : '+'}${size}`
}

/** `0.87 to 0.95`; empty where there is no interval. */
export function formatInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null ? '' : range(formatValue(low, unit), formatValue(high, unit))
}

/** The interval of a difference, signs included. */
export function formatDifferenceInterval(low: number | null, high: number | null, unit: MetricUnit): string {
  return low === null || high === null ? '' : range(formatDifference(low, unit), formatDifference(high, unit))
}

/** From one to the other; a unit that both have is said once. */
function range(low: string, high: string): string {
  const unit = /\u202f[^\d\u202f]+$/u.exec(high)?.[0] ?? ''
  return unit !== '' && low.endsWith(unit) ? `${low.slice(0, -unit.length)} to ${high}` : `${low} to ${high}`
}

/** A probability as a clause: `p 0.004`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`
}

/** US dollars: two decimals from one dollar on, four below, more where four would say nothing. */
export function formatUsd(costUsd: number): string {
  if (costUsd === 0) return '$0'
  const decimals = costUsd >= 1 ? 2 : costUsd >= 0.00005 ? 4 : 7
  return `$${costUsd.toFixed(decimals)}`
}

/** Date and time to the minute in UTC, so that a report reads the same everywhere; a dash for unknown. */
export function formatTime(ts: number | null): string {
  if (ts === null) return '–'
  const date = new Date(ts)
  return Number.isNaN(date.getTime()) ? '–' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function magnitude(value: number, unit: MetricUnit): string {
  switch (unit) {
    case 'percent':
      return `${value.toFixed(1)}${thinSpace}%`
    case 'tokens':
      return `${formatCount(value)}${thinSpace}tok`
    case 'share':
      // What is not all never reads as all, nor what is not nothing as nothing.
      return (value > 0 && value < 1 ? Math.min(0.99, Math.max(0.01, value)) : value).toFixed(2)
    case 'usd':
      return formatUsd(value)
    case 'milliseconds':
      return formatDuration(value)
    case 'grade':
      return value.toFixed(2)
    default:
      return assertNever(unit)
  }
}

function formatDuration(durationMs: number): string {
  if (durationMs > 0 && durationMs < 10) return `${durationMs.toFixed(1)}${thinSpace}ms`
  if (durationMs < 1000) return `${Math.round(durationMs)}${thinSpace}ms`
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(1)}${thinSpace}s`
  return `${formatCount(durationMs / 60_000)}${thinSpace}min`
}
