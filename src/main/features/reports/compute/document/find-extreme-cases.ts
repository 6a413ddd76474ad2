import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { Pair } from '../../../../../shared/condense/comparison-types.ts'
import type { ExperimentResults } from '../../../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../../../shared/experiments/experiment-types.ts'

const casesEachWay = 3
/** What a case is judged by: the primary metric, else the first of these that was measured. */
const decisive = ['continuation-recall', 'artifact-recall', 'survival-path', 'reduction']

/** A variant at a checkpoint where it differs much from the baseline. */
export type ExtremeCase = { readonly variantId: string; readonly pair: Pair }

/** The largest losses and the largest gains against the baseline, the largest first; null where nothing can be compared. */
export function findExtremeCases({ metrics, comparisons, primary }: ExperimentResults): {
  readonly metric: MetricInfo
  readonly worst: readonly ExtremeCase[]
  readonly best: readonly ExtremeCase[]
} | null {
  const metric = [...(primary === null ? [] : [primary.metric]), ...decisive]
    .flatMap((id) => metrics.find((each) => each.id === id) ?? [])
    .find(({ id }) =>
      comparisons.some((comparison) => comparison.metric === id && comparison.pairs.length > 0),
    )
  if (metric === undefined) return null
  const sign = metric.direction === 'higher' ? 1 : -1
  const cases = comparisons
    .filter((comparison) => comparison.metric === metric.id)
    .flatMap(({ b, pairs }) => pairs.map((pair) => ({ variantId: b, pair, gain: sign * pair.difference })))
    .toSorted((one, other) => one.gain - other.gain)
  return {
    metric,
    worst: cases.filter(({ gain }) => gain < 0).slice(0, casesEachWay),
    best: cases
      .filter(({ gain }) => gain > 0)
      .slice(-casesEachWay)
      .toReversed(),
  }
}

/** The cells that a case is quoted from: the first of its repeats. */
export function selectCaseCells(cells: readonly Cell[], { variantId, pair }: ExtremeCase): readonly Cell[] {
  return cells
    .filter((cell) => cell.variantId === variantId && cell.checkpointId === pair.checkpointId)
    .slice(0, 1)
}
