import type { MetricInfo, MetricUnit } from '../../../shared/domain/quality.ts'
import { formatInteger } from '../../lib/format.ts'
import { formatMetric, formatMetricDifference } from '../../lib/format-metric.ts'

/** What stands behind a value of a metric; empty for shares, and for times and sums of money, which say it themselves. */
export function unitWord(unit: MetricUnit): string {
  return unit === 'percent' ? '%' : unit === 'tokens' ? 'tok' : unit === 'grade' ? '0 to 5' : ''
}

/** The header of a column of bare figures: `Reduction (%)`. */
export function headerOf({ label, unit }: Pick<MetricInfo, 'label' | 'unit'>): string {
  const word = unitWord(unit)
  return word === '' ? label : `${label} (${word})`
}

/** A value without its unit, for a column whose header says it; a dash for none. */
export function formatBare(value: number | null, unit: MetricUnit): string {
  if (value !== null && unit === 'percent') return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`
  if (value !== null && unit === 'tokens') return formatInteger(value)
  return formatMetric(value, unit)
}

/** A difference with its sign and without its unit; a dash for none. */
export function formatBareDifference(difference: number | null, unit: MetricUnit): string {
  return difference === null ? '–' : formatMetricDifference(difference, unit).replace(/ points$|.tok$/, '')
}
