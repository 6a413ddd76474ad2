import type { MetricInfo } from '../activity/quality-types.ts'
import { buildDistinctNames } from '../kernel/build-distinct-names.ts'
import type { ExperimentResults, VariantComparison, VariantResult } from './experiment-results-types.ts'

/** What a variant is called. */
export function formatVariantName({ id, label }: Pick<VariantResult, 'id' | 'label'>): string {
  return label === '' ? id : label
}

/** Results whose variants have names that differ: labels, with the id behind those that read alike. */
export function nameVariants(results: ExperimentResults): ExperimentResults {
  const names = buildDistinctNames(results.variants)
  const variants = results.variants.map((one) => ({ ...one, label: names.get(one.id) ?? one.id }))
  return { ...results, variants }
}

/** The name of a variant by its id. */
export function findVariantName({ variants }: Pick<ExperimentResults, 'variants'>, id: string): string {
  const found = variants.find((variant) => variant.id === id)
  return found === undefined ? id : formatVariantName(found)
}

/** Comparisons of one variant with the baseline, in the order of the metrics. */
export function selectComparisons(
  results: ExperimentResults,
  variantId: string,
): readonly { readonly metric: MetricInfo; readonly comparison: VariantComparison }[] {
  return results.metrics.flatMap((metric) => {
    const comparison = results.comparisons.find(({ b, metric: id }) => b === variantId && id === metric.id)
    return comparison === undefined ? [] : [{ metric, comparison }]
  })
}

/** The variants that are compared with the baseline. */
export function selectCandidates(results: ExperimentResults): readonly VariantResult[] {
  return results.variants.filter(({ id }) => id !== results.baselineId)
}
