import type { MetricInfo, MetricUnit } from '../../shared/activity/quality-types.ts'
import { formatMetric, formatMetricDifference } from '../../shared/kernel/format-metric.ts'

/** The unit behind a value of a metric, or empty for shares, times and money, which show their own. */
export function pickUnitWord(unit: MetricUnit): string {
  return unit === 'percent' ? '%' : unit === 'tokens' ? 'tok' : unit === 'grade' ? '0 to 5' : ''
}

/** The header of a column of bare figures: `Reduction (%)`. */
export function formatHeader({ label, unit }: Pick<MetricInfo, 'label' | 'unit'>): string {
  const word = pickUnitWord(unit)
  return word === '' ? label : `${label} (${word})`
}

/** A value without its unit, for a column whose header says it, or a dash for none. */
export function formatBare(value: number | null, unit: MetricUnit): string {
  return formatMetric(value, unit).replace(/\u202f(%|tok)$/u, '')
}

/** A difference with its sign and without its unit, or a dash for none. */
export function formatBareDifference(difference: number | null, unit: MetricUnit): string {
  return formatMetricDifference(difference, unit).replace(/\u202f(points|tok)$/u, '')
}
