import type { Cell, PlannedCheckpoint } from '../../../../shared/experiments/experiment-types.ts'

/** What two variants have of one metric at one checkpoint. */
export type CheckpointValue = {
  readonly checkpoint: PlannedCheckpoint
  /** Means over the repeats. Null where there is no value. */
  readonly value: number | null
  readonly baseline: number | null
  readonly difference: number | null
  /** Cells of the variant, by repeat. */
  readonly cells: readonly Cell[]
}

type Behind = {
  readonly checkpoints: readonly PlannedCheckpoint[]
  readonly cells: readonly Cell[]
  readonly variantId: string
  readonly baselineId: string
  readonly metric: string
}

/** The checkpoints behind a mean, in the order of the plan. */
export function collectCheckpointValues(behind: Behind): readonly CheckpointValue[] {
  const { checkpoints, variantId, baselineId, metric } = behind
  const byPlace = Map.groupBy(behind.cells, ({ variantId: of, checkpointId }) => `${checkpointId}\n${of}`)
  const findCells = (checkpointId: string, of: string): readonly Cell[] =>
    (byPlace.get(`${checkpointId}\n${of}`) ?? []).toSorted((a, b) => a.repeat - b.repeat)
  return checkpoints.map((checkpoint) => {
    const cells = findCells(checkpoint.id, variantId)
    const value = averageCells(cells, metric)
    const baseline = averageCells(findCells(checkpoint.id, baselineId), metric)
    const difference = value === null || baseline === null ? null : value - baseline
    return { checkpoint, value, baseline, difference, cells }
  })
}

function averageCells(cells: readonly Cell[], metric: string): number | null {
  const values = cells.flatMap(({ values: { [metric]: value } }) => (value == null ? [] : [value]))
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
