import type { MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../terminal/output/figures.ts'

/** A value of a metric in its unit, as tables have it. */
export function formatExperimentValue(value: number, unit: MetricUnit): string {
  switch (unit) {
    case 'percent':
      return formatPercent(value)
    case 'tokens':
      return formatCount(value)
    case 'share':
    case 'score':
      return value.toFixed(3)
    case 'usd':
    case 'usd-change':
      return formatUsd(value)
    case 'milliseconds':
      return formatDuration(value)
    case 'grade':
    case 'count':
      return value.toFixed(2)
    default:
      return assertNever(unit)
  }
}

/** A difference with its sign: `+0.120`, `-3.1 points` between percentages. */
export function formatExperimentDifference(value: number, unit: MetricUnit): string {
  const amount = Math.abs(value)
  const size = unit === 'percent' ? `${amount.toFixed(1)} points` : formatExperimentValue(amount, unit)
  return value === 0 ? size : `${value > 0 ? '+' : '-'}${size}`
}
