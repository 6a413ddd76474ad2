import type { MetricInfo } from '../activity/quality-types.ts'
import type { ExperimentResults, VariantComparison, VariantResult } from './experiment-results-types.ts'

/** What a variant is called: its label where it has one, with the id that files and figures go by. */
export function formatVariantName({ id, label }: Pick<VariantResult, 'id' | 'label'>): string {
  return label === '' || label === id ? id : `${label} (${id})`
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
