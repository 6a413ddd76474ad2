import type { DriftResult } from '../../../../shared/api/drift.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'

/** What came of condensing a history again and again under one policy. */
export type DriftedPolicy = DriftResult['policies'][number]

/** A share of facts. */
export function shareText(share: number | null): string {
  return formatMetric(share, 'share')
}

/** How fast a policy loses the first facts, in few words. */
export function halfLifeText({ facts, halfLifeCycles, cycles }: DriftedPolicy): string {
  if (facts === 0) return 'no facts to lose'
  if (!cycles.some(({ isCondensed }) => isCondensed)) return 'condensed nothing'
  return halfLifeCycles === null ? 'nothing lost' : `half-life ${halfLifeCycles.toFixed(1)}`
}

/** The share of the first facts that is left after so many condensations. Null where there were none. */
export function survivalAfter({ facts, cycles }: DriftedPolicy, condensations: number): number | null {
  if (condensations === 0) return facts === 0 ? null : 1
  return cycles[condensations - 1]?.survival ?? null
}

/** Which condensation it is, and before which message. */
export function condensationText(cuts: readonly number[], condensations: number): string {
  const message = cuts[condensations - 1]
  return message === undefined
    ? 'Before the first condensation'
    : `After condensation ${condensations}, before message ${message}`
}
