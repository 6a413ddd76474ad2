import type { Stats, Warning } from '../../shared/condense/outcome-types.ts'
import { runWarning } from '../../shared/kernel/words/engine.ts'

/** From which figures on an outcome carries a warning; the policy's. */
export type Alerts = {
  /** A result below this saves too little to be worth the loss of the cached prompt. */
  readonly minimumGainPercent: number
  readonly alertCostUsd: number
}

/** What a person should know of the size of a result. */
export function buildSizeWarnings(stats: Stats, targetTokens: number | null, alerts: Alerts): Warning[] {
  const { reductionPercent, finalTokens } = stats
  const { minimumGainPercent } = alerts
  return [
    ...(reductionPercent < minimumGainPercent
      ? [runWarning('low-reduction', { reductionPercent, minimumGainPercent })]
      : []),
    ...(targetTokens !== null && finalTokens > targetTokens
      ? [runWarning('target-missed', { targetTokens, finalTokens })]
      : []),
  ]
}

/** What a person should know of the cost, whether or not there is a result. */
export function buildCostWarnings(costUsd: number, { alertCostUsd }: Alerts): Warning[] {
  return costUsd <= alertCostUsd ? [] : [runWarning('cost-above-limit', { costUsd, alertCostUsd })]
}
