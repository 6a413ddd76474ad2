import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type {
  Cell,
  ExperimentPlan,
  PlannedCheckpoint,
} from '../../../../shared/experiments/experiment-types.ts'
import { findLargest, findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { buildCellGrid, type GridPlace } from './run-progress.ts'

/** Steps of the scale, from the worst value of a matrix to the best. */
export const levels = [0, 1, 2, 3, 4] as const

/** One variant at one checkpoint, with its value of a metric. */
export type MatrixPlace = GridPlace & {
  /** Mean over the repeats. Null without one. */
  readonly value: number | null
  /** Where the value stands between the worst and the best of the matrix, a step of `levels`. Null without one. */
  readonly level: number | null
  /** Whether the history was unchanged. */
  readonly isUnchanged: boolean
}

export type MatrixRow = {
  readonly checkpoint: PlannedCheckpoint
  /** In the order of the plan's variants. */
  readonly places: readonly MatrixPlace[]
}

/** Checkpoints by variants with the values of a metric, and the values at both ends of the scale. */
export type ValueMatrix = {
  readonly rows: readonly MatrixRow[]
  /** Null where no cell has a value. */
  readonly ends: { readonly worst: number; readonly best: number } | null
}

type Asked = {
  readonly plan: Pick<ExperimentPlan, 'variants' | 'checkpoints'>
  readonly cells: readonly Cell[]
  /** Ids of cells that are being computed. */
  readonly running: ReadonlySet<string>
  readonly metric: Pick<MetricInfo, 'id' | 'direction'> | null
  /** Else in the order of the plan. */
  readonly isWorstFirst: boolean
}

/** The values of a metric, cell by cell. Rows without any come last where the worst come first. */
export function buildValueMatrix({ plan, cells, running, metric, isWorstFirst }: Asked): ValueMatrix {
  const grid = buildCellGrid(plan, cells, running)
  const valued = plan.checkpoints.map((checkpoint, row) => ({
    checkpoint,
    places: grid.flatMap((column) => {
      const place = column[row]
      return place === undefined
        ? []
        : [{ ...place, value: metric === null ? null : averageCells(place, metric.id) }]
    }),
  }))
  const values = valued.flatMap(({ places }) => places.flatMap(({ value }) => value ?? []))
  const sign = metric?.direction === 'lower' ? -1 : 1
  const gains = values.map((value) => sign * value)
  const [least, most] = [findSmallest(gains), findLargest(gains)]
  const computeLevel = (value: number): number =>
    most === least ? 2 : Math.min(4, Math.floor((5 * (sign * value - least)) / (most - least)))
  const rows = valued.map(({ checkpoint, places }) => ({
    checkpoint,
    places: places.map((place) => ({
      ...place,
      level: place.value === null ? null : computeLevel(place.value),
      isUnchanged: place.cells.length > 0 && place.cells.every(({ outcome }) => outcome === 'unchanged'),
    })),
  }))
  return {
    rows: isWorstFirst ? rows.toSorted((a, b) => measureGain(a, sign) - measureGain(b, sign)) : rows,
    ends: values.length === 0 ? null : { worst: sign * least, best: sign * most },
  }
}

function measureGain({ places }: MatrixRow, sign: number): number {
  const values = places.flatMap(({ value }) => value ?? [])
  return values.length === 0
    ? Number.MAX_VALUE
    : (sign * values.reduce((sum, value) => sum + value, 0)) / values.length
}

function averageCells({ cells }: GridPlace, metric: string): number | null {
  const values = cells.flatMap(({ values: { [metric]: value } }) => value ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
