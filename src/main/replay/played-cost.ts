import type { ReplayRequest } from '../../shared/domain/replay.ts'
import { sumKnown } from '../../shared/lib/sum-known.ts'
import type { ReplayTask } from './replay-task.ts'

/** What the whole record comes to when it is played; null where nothing can be, or no prices are known. */
export function playedCost(task: ReplayTask, replayed: readonly ReplayRequest[]): number | null {
  return replayed.length === 0
    ? null
    : sumKnown([...replayed.map(({ costUsd }) => costUsd), ...ownCosts(task)])
}

/** What the agent's own condensations cost, as far as it was recorded. */
export function ownCosts({ steps }: Pick<ReplayTask, 'steps'>): readonly number[] {
  return steps.flatMap(({ ownFirings }) => ownFirings.map(({ costUsd }) => costUsd ?? 0))
}
