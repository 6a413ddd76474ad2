import type {
  ExperimentResults,
  VariantComparison,
} from '../../../../shared/experiments/experiment-results-types.ts'

/** The order of the rows: as planned, by what is worse than the baseline, or by the mean of a metric. */
export type ResultSort = { readonly id: string; readonly desc: boolean }

/** Ids of orders that are no metric. */
export const byPlan = ':plan'
export const byRegression = ':regression'

/** Variants in an order. Those without a value come last in either direction, and equal ones stay as planned. */
export function sortVariants(
  results: ExperimentResults,
  order: readonly string[],
  { id, desc }: ResultSort,
): readonly string[] {
  if (id === byPlan) return desc ? order.toReversed() : order
  const values = new Map(order.map((variantId) => [variantId, findValue(results, variantId, id)]))
  const sign = desc ? -1 : 1
  return order.toSorted((left, right) => {
    const [a, b] = [values.get(left) ?? null, values.get(right) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}

function findValue(results: ExperimentResults, variantId: string, id: string): number | null {
  if (id !== byRegression) {
    return results.variants.find((variant) => variant.id === variantId)?.metrics[id]?.mean ?? null
  }
  const { worse, harm } = measureRegression(results, variantId)
  return worse + Math.max(0, harm) / 2
}

/** How much worse than the baseline a variant is. */
type Regression = {
  /** Metrics on which it is called worse. */
  readonly worse: number
  /** The largest effect against the direction of its metric, called or not; 0 to 1. */
  readonly harm: number
}

/** What a variant loses against the baseline. Nothing for the baseline itself. */
export function measureRegression(results: ExperimentResults, variantId: string): Regression {
  const against = results.comparisons.filter(({ b }) => b === variantId)
  return {
    worse: against.filter(({ verdict }) => verdict.word === 'worse').length,
    harm: against.reduce((most, comparison) => Math.max(most, measureHarm(results, comparison)), 0),
  }
}

function measureHarm({ metrics }: ExperimentResults, { metric, effectSize }: VariantComparison): number {
  const direction = metrics.find(({ id }) => id === metric)?.direction
  if (direction === undefined || effectSize === null) return 0
  return direction === 'higher' ? -effectSize : effectSize
}
