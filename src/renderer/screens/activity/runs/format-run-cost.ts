import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatEstimatedUsd } from '../../../../shared/models/prices-words.ts'

/**
 * What makes the cost of a run a lower bound: tokens without a price, calls that ended without a report, and
 * arms of others that do not say what they cost.
 */
const leastCodes = new Set(['price-unknown', 'cost-unknown', 'arm-cost-unknown'])

/**
 * What a run cost, with `≥` or `~` where that is not the whole truth. A run that was cancelled or interrupted has no
 * outcome, but what its calls took is known.
 */
export function formatRunCost({
  outcome,
  spent,
  status,
}: Pick<RunSummary, 'outcome' | 'spent' | 'status'>): string {
  if (outcome === null) {
    if (spent === undefined || status === 'running') return formatUsd(null)
    return formatCost(spent.costUsd, spent.unknownUsd > 0)
  }
  const codes = outcome.warnings.map(({ code }) => code)
  const { costUsd, estimatedCostUsd = 0 } = outcome.stats
  if (costUsd === 0 && estimatedCostUsd > 0) return formatEstimatedUsd(estimatedCostUsd)
  const text = formatCost(
    costUsd,
    codes.some((code) => leastCodes.has(code)),
  )
  return codes.includes('cost-estimated') && text.startsWith('$') ? `~${text}` : text
}

function formatCost(costUsd: number, isLeast: boolean): string {
  if (!isLeast) return formatUsd(costUsd)
  return costUsd === 0 ? 'unknown' : `≥ ${formatUsd(costUsd)}`
}
