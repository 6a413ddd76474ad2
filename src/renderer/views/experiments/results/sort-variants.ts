import type { ExperimentResults } from '../../../../shared/domain/experiment.ts'
import { regressionOf } from './regression-of.ts'

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
  const values = new Map(order.map((variantId) => [variantId, valueOf(results, variantId, id)]))
  const sign = desc ? -1 : 1
  return order.toSorted((left, right) => {
    const [a, b] = [values.get(left) ?? null, values.get(right) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (a - b)
  })
}

function valueOf(results: ExperimentResults, variantId: string, id: string): number | null {
  if (id !== byRegression) {
    return results.variants.find((variant) => variant.id === variantId)?.metrics[id]?.mean ?? null
  }
  const { worse, harm } = regressionOf(results, variantId)
  return worse + Math.max(0, harm) / 2
}
