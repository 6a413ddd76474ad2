import type { MetricDirection, MetricUnit } from '../../shared/domain/quality.ts'
import { assertNever } from '../../shared/lib/assert-never.ts'
import { formatDuration, formatInteger, formatPercent, formatTokens, formatUsd } from './format.ts'

/** A value of a metric with its unit; a dash where there was nothing to measure. */
export function formatMetric(value: number | null, unit: MetricUnit): string {
  if (value === null) return '–'
  switch (unit) {
    case 'percent':
      return formatPercent(value)
    case 'tokens':
      return formatTokens(value)
    case 'share':
      return shareText(value)
    case 'usd':
      return formatUsd(value)
    case 'milliseconds':
      return formatDuration(value)
    case 'grade':
      return value.toFixed(1)
    default:
      return assertNever(unit)
  }
}

/** A difference with its sign: `+0.12`, `−2.3 points`; zero has no sign. */
export function formatMetricDifference(difference: number, unit: MetricUnit): string {
  if (difference === 0) return '0'
  const size = Math.abs(difference)
  return `${difference < 0 ? '−' : '+'}${differenceText(size, unit)}`
}

/** What a difference means; null where nothing differs. */
export function wordOfDifference(difference: number, direction: MetricDirection): 'better' | 'worse' | null {
  if (difference === 0) return null
  return difference > 0 === (direction === 'higher') ? 'better' : 'worse'
}

function differenceText(size: number, unit: MetricUnit): string {
  switch (unit) {
    case 'percent':
      return `${size.toFixed(size < 0.05 ? 2 : 1)} points`
    case 'tokens':
      return `${formatInteger(size)} tok`
    case 'share':
    case 'grade':
      return size.toFixed(size < 0.005 ? 4 : 2)
    case 'usd':
      return formatUsd(size)
    case 'milliseconds':
      return formatDuration(size)
    default:
      return assertNever(unit)
  }
}

/** Two decimals. What is not all never reads as all, nor what is not nothing as nothing. */
function shareText(share: number): string {
  const isInside = share > 0 && share < 1
  return (isInside ? Math.min(0.99, Math.max(0.01, share)) : share).toFixed(2)
}
