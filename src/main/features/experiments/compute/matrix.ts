import type {
  ExperimentPlan,
  PlannedCheckpoint,
  PlannedVariant,
} from '../../../../shared/experiments/experiment-types.ts'
import { isPlannedAt } from '../../../../shared/experiments/measure-plan.ts'
import { createSeededRandom, type RandomSource } from '../../../measure/statistics/create-seeded-random.ts'

/** A cell that is to be done. */
export type PlannedCell = {
  /** `<variant>/<checkpoint>/<repeat>`. */
  readonly id: string
  readonly variant: PlannedVariant
  readonly checkpoint: PlannedCheckpoint
  /** Counts from 1. */
  readonly repeat: number
}

/**
 * Every cell of an experiment, in the order in which they are begun: checkpoint by checkpoint, so that a thread opens a
 * history once. Within a checkpoint the variants are shuffled by the seed, because whoever comes first warms the caches
 * for the others; where a judge holds them against the baseline, that one comes first.
 */
export function planCells({
  variants,
  checkpoints,
  baselineId,
  metrics,
  file: { seed },
}: Pick<ExperimentPlan, 'variants' | 'checkpoints' | 'baselineId' | 'metrics' | 'file'>): PlannedCell[] {
  const isJudged = metrics.some(({ group }) => group === 'judge')
  const random = createSeededRandom(seed)
  return checkpoints.flatMap((checkpoint) => {
    const shuffled = shuffle(variants, random).filter((variant) => isPlannedAt(variant, checkpoint))
    const ordered = isJudged
      ? shuffled.toSorted((a, b) => Number(b.id === baselineId) - Number(a.id === baselineId))
      : shuffled
    return ordered.flatMap((variant) =>
      Array.from({ length: variant.repeats }, (_, index): PlannedCell => {
        const repeat = index + 1
        return { id: buildCellId(variant.id, checkpoint.id, repeat), variant, checkpoint, repeat }
      }),
    )
  })
}

/** Fisher and Yates. */
function shuffle<T>(values: readonly T[], random: RandomSource): T[] {
  const shuffled: T[] = []
  for (const value of values) shuffled.splice(random.nextIndex(shuffled.length + 1), 0, value)
  return shuffled
}

/** Id of a cell; unique in its experiment. */
export function buildCellId(variantId: string, checkpointId: string, repeat: number): string {
  return `${variantId}/${checkpointId}/${repeat}`
}
