import type { ExperimentResults, VariantComparison } from '../../../../shared/domain/experiment.ts'

/** How much worse than the baseline a variant is. */
export type Regression = {
  /** Metrics on which it is called worse. */
  readonly worse: number
  /** The largest effect against the direction of its metric, called or not; 0 to 1. */
  readonly harm: number
}

/** What a variant loses against the baseline; nothing for the baseline itself. */
export function regressionOf(results: ExperimentResults, variantId: string): Regression {
  const against = results.comparisons.filter(({ b }) => b === variantId)
  return {
    worse: against.filter(({ verdict }) => verdict.word === 'worse').length,
    harm: against.reduce((most, comparison) => Math.max(most, harmOf(results, comparison)), 0),
  }
}

function harmOf({ metrics }: ExperimentResults, { metric, effectSize }: VariantComparison): number {
  const direction = metrics.find(({ id }) => id === metric)?.direction
  if (direction === undefined || effectSize === null) return 0
  return direction === 'higher' ? -effectSize : effectSize
}
