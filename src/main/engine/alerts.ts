import type { Stats, Warning } from '../../shared/domain/outcome.ts'

/** From which figures on an outcome carries a warning; the policy's. */
export type Alerts = {
  /** A result below this saves too little to be worth the loss of the cached prompt. */
  readonly minimumGainPercent: number
  readonly alertCostUsd: number
}

const format = new Intl.NumberFormat('en-US')

/** What a person should know of the size of a result. */
export function sizeWarnings(stats: Stats, targetTokens: number | null, alerts: Alerts): Warning[] {
  const warnings: Warning[] = []
  if (stats.reductionPercent < alerts.minimumGainPercent) {
    const message = `Saves ${stats.reductionPercent.toFixed(1)} %, less than the ${alerts.minimumGainPercent} % that make a condensation worth its cost.`
    warnings.push({ code: 'low-reduction', message })
  }
  if (targetTokens !== null && stats.finalTokens > targetTokens) {
    const message = `The target of ${format.format(targetTokens)} tokens was not reached; ${format.format(stats.finalTokens)} are left.`
    warnings.push({ code: 'target-missed', message })
  }
  return warnings
}

/** What a person should know of the cost, whether or not there is a result. */
export function costWarnings(costUsd: number, { alertCostUsd }: Alerts): Warning[] {
  if (costUsd <= alertCostUsd) return []
  const message = `Cost $${costUsd.toFixed(4)}, more than the $${alertCostUsd.toFixed(2)} from which on you want to know.`
  return [{ code: 'cost-above-limit', message }]
}
