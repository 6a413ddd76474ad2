import type { VariantResult } from '../../../../shared/domain/experiment.ts'

/** Checkpoints behind the mean that rests on most of them; 0 where no variant has a value. */
export function mostCheckpoints(variants: readonly Pick<VariantResult, 'metrics'>[], metric: string): number {
  return Math.max(0, ...variants.map(({ metrics }) => metrics[metric]?.n ?? 0))
}

/** Whether means of a metric that stand below each other rest on different numbers of checkpoints. */
export function restsOnDifferent(
  variants: readonly Pick<VariantResult, 'metrics'>[],
  metricIds: readonly string[],
): boolean {
  return metricIds.some((metric) => {
    const most = mostCheckpoints(variants, metric)
    return variants.some(({ metrics: { [metric]: summary } }) => summary !== undefined && summary.n < most)
  })
}
