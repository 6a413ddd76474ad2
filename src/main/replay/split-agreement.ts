import type { RecordedCost, ReplayRequest } from '../../shared/domain/replay.ts'
import type { ReplayTask } from './replay-task.ts'
import { areListedAt } from '../record/prices/request-prices.ts'

/**
 * Parts what was recorded of some requests by what makes the replay agree with it. What the model alone comes to is
 * predicted, as far as it meets the record; what the replay meets beyond that it has from the record. Requests whose
 * prices were told from costs, and tasks without a fit of their tokens, predict nothing. `known` are the recorded costs of
 * what is compared; `replayed` and `modelled` are in the same order.
 */
export function splitAgreement(
  known: readonly (number | null)[],
  replayed: readonly ReplayRequest[],
  modelled: readonly ReplayRequest[],
  { steps, prices, isFitted }: Pick<ReplayTask, 'steps' | 'prices' | 'isFitted'>,
): NonNullable<RecordedCost['agreement']> | null {
  let [predictedUsd, circularUsd, offUsd] = [0, 0, 0]
  let compared = 0
  for (const [at, costUsd] of known.entries()) {
    if (costUsd === null) continue
    compared += 1
    const met = (playedUsd: number | null): number =>
      playedUsd === null ? 0 : Math.max(0, costUsd - Math.abs(playedUsd - costUsd))
    const isPredicted = isFitted && areListedAt(prices, steps[at]?.request ?? -1)
    const replayedUsd = met(replayed[at]?.costUsd ?? null)
    const ownUsd = isPredicted ? Math.min(met(modelled[at]?.costUsd ?? null), replayedUsd) : 0
    predictedUsd += ownUsd
    circularUsd += replayedUsd - ownUsd
    offUsd += costUsd - replayedUsd
  }
  return compared === 0 ? null : { predictedUsd, circularUsd, offUsd }
}
