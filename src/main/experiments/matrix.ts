import type { ExperimentPlan, PlannedCheckpoint, PlannedVariant } from '../../shared/domain/experiment.ts'

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
 * history once, and the baseline first, because a judge holds the others against it.
 */
export function cellsOf({
  variants,
  checkpoints,
  baselineId,
}: Pick<ExperimentPlan, 'variants' | 'checkpoints' | 'baselineId'>): PlannedCell[] {
  const ordered = variants.toSorted((a, b) => Number(b.id === baselineId) - Number(a.id === baselineId))
  return checkpoints.flatMap((checkpoint) =>
    ordered.flatMap((variant) =>
      Array.from({ length: variant.repeats }, (_, index): PlannedCell => {
        const repeat = index + 1
        return { id: cellId(variant.id, checkpoint.id, repeat), variant, checkpoint, repeat }
      }),
    ),
  )
}

/** Id of a cell; unique in its experiment. */
export function cellId(variantId: string, checkpointId: string, repeat: number): string {
  return `${variantId}/${checkpointId}/${repeat}`
}
