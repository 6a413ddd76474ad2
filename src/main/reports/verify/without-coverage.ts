import type { ExperimentResults } from '../../../shared/domain/experiment.ts'

/** Reports of layouts 1 and 2 said nothing of the checkpoints that figures lack, and are not held to it. */
export function withoutCoverage(results: ExperimentResults): ExperimentResults {
  const mostOf = (metric: string): number =>
    Math.max(0, ...results.variants.map(({ metrics }) => metrics[metric]?.n ?? 0))
  return {
    ...results,
    variants: results.variants.map((variant) => ({
      ...variant,
      metrics: Object.fromEntries(
        Object.entries(variant.metrics).map(([id, summary]) => [id, { ...summary, outOf: mostOf(id) }]),
      ),
    })),
    comparisons: results.comparisons.map((one) => ({ ...one, outOf: one.pairs.length })),
    assertions: results.assertions.map((one) => ({ ...one, n: undefined, outOf: undefined })),
  }
}
