import type { MetricsFigures } from '../../../../shared/activity/metrics-types.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'

/** What attempts cost together. Tokens without a price count as nothing in the sum, which is not what they cost. */
export function formatTotalCost({
  totalCostUsd,
  unpriced,
}: Pick<MetricsFigures, 'totalCostUsd' | 'unpriced'>): string {
  if (unpriced === 0) return formatUsd(totalCostUsd)
  return totalCostUsd === 0 ? 'unknown' : `≥ ${formatUsd(totalCostUsd)}`
}
