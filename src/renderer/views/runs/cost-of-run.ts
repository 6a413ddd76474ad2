import type { RunSummary } from '../../../shared/domain/run.ts'
import { formatUsd } from '../../lib/format.ts'

/** What a run cost. Tokens without a price count as nothing in the sum, which is not what they cost. */
export function costOfRun({ outcome }: Pick<RunSummary, 'outcome'>): string {
  if (outcome === null) return formatUsd(null)
  const { costUsd } = outcome.stats
  if (outcome.warnings.every(({ code }) => code !== 'price-unknown')) return formatUsd(costUsd)
  return costUsd === 0 ? 'unknown' : `≥ ${formatUsd(costUsd)}`
}
