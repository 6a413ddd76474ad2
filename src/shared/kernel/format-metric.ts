import type { MetricUnit } from '../activity/quality-types.ts'
import { assertNever } from './assert-never.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
  thinSpace,
  withMinus,
} from './format-figures.ts'

/** A value of a metric with its unit; a dash where there is none. */
export function formatMetric(value: number | null, unit: MetricUnit): string {
  if (value === null) return '–'
  const size = formatSize(Math.abs(value), unit)
  return unit === 'usd-change' && value > 0 ? `+${size}` : withMinus(value, size)
}

/** A difference of two values with its sign: `+0.120`, `−2.3 points`; `0` for none, `±0.000` for one that rounds to none. */
export function formatMetricDifference(difference: number | null, unit: MetricUnit): string {
  if (difference === null) return '–'
  if (difference === 0) return '0'
  const size = formatDifferenceSize(Math.abs(difference), unit)
  if (!/[1-9]/.test(size)) return `±${size}`
  return `${difference < 0 ? '−' : '+'}${size}`
}

/** Where a difference is not written as a value is: shares and scores a decimal finer, percentages in points. */
function formatDifferenceSize(size: number, unit: MetricUnit): string {
  if (unit === 'share' || unit === 'score') return size.toFixed(3)
  if (unit === 'percent') return `${size.toFixed(1)}${thinSpace}points`
  if (unit === 'milliseconds') return formatDuration(Math.round(size))
  return formatSize(size, unit)
}

function formatSize(size: number, unit: MetricUnit): string {
  switch (unit) {
    case 'percent':
      return formatPercent(size)
    case 'tokens':
      return `${formatInteger(size)}${thinSpace}tok`
    case 'share':
      // What is not all never reads as all, nor what is not nothing as nothing.
      return (size > 0 && size < 1 ? Math.min(0.99, Math.max(0.01, size)) : size).toFixed(2)
    case 'usd':
    case 'usd-change':
      return formatUsd(size)
    case 'milliseconds':
      // One precision within a table; below one, whole ones would say nothing.
      return formatDuration(size < 1 ? size : Math.round(size))
    case 'grade':
    case 'score':
    case 'count':
      return size.toFixed(2)
    default:
      return assertNever(unit)
  }
}

/**
 * A difference with its interval as a headline has it: `+7 points (3 to 11)`, `−1 904 tok (−2 900 to −900)`. Shares and
 * percentages are in points of a hundred, with a decimal where a whole number would hide what they say.
 */
export function formatDifferenceRange(
  {
    difference,
    low,
    high,
  }: { readonly difference: number | null; readonly low: number | null; readonly high: number | null },
  unit: MetricUnit,
): string {
  if (difference === null) return '–'
  const isEven = low === high && low === difference
  const bounds = low === null || high === null || isEven ? [] : [low, high]
  if (unit !== 'share' && unit !== 'percent') {
    const range = bounds.map((bound) => formatMetric(bound, unit)).join(' to ')
    return `${formatMetricDifference(difference, unit)}${range === '' ? '' : ` (${range})`}`
  }
  const scale = unit === 'share' ? 100 : 1
  const isFine = [difference, ...bounds].some((value) => value !== 0 && Math.abs(value * scale) < 1)
  const formatPoints = (value: number): string =>
    withMinus(value, Math.abs(value * scale).toFixed(isFine ? 1 : 0))
  const sign = difference > 0 && /[1-9]/.test(formatPoints(difference)) ? '+' : ''
  const range = bounds.map(formatPoints).join(' to ')
  return `${sign}${formatPoints(difference)} points${range === '' ? '' : ` (${range})`}`
}

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

/** A value as the sentence of a verdict counts it: shares in percent, all else with its unit; a dash for none. */
export function formatShown(value: number | null, unit: MetricUnit): string {
  if (value === null || unit !== 'share') return formatMetric(value, unit)
  const percent = Math.round(100 * value)
  // What is not all never reads as all, nor what is not nothing as nothing.
  const shown = value > 0 && value < 1 ? Math.min(99, Math.max(1, percent)) : percent
  return `${shown}${thinSpace}%`
}

/** A difference as the sentence of a verdict counts it: shares and percentages in points. */
export function formatShownDifference(difference: number | null, unit: MetricUnit): string {
  return unit === 'share' || unit === 'percent'
    ? formatDifferenceRange({ difference, low: null, high: null }, unit)
    : formatMetricDifference(difference, unit)
}
