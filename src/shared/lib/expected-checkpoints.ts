import type { VariantResult } from '../domain/experiment.ts'
import type { MetricInfo } from '../domain/quality.ts'

/** Whether every cell has something to measure: each takes money and time, while not each has facts of a class. */
export function isOfEveryCell({ group }: Pick<MetricInfo, 'group'>): boolean {
  return group === 'cost' || group === 'time'
}

/**
 * Checkpoints that a mean should rest on: of money and time all that are planned, otherwise as many as the mean beside
 * it that rests on most. A mean of fewer is shown with their number.
 */
export function expectedCheckpoints(
  metric: Pick<MetricInfo, 'id' | 'group'>,
  variants: readonly Pick<VariantResult, 'metrics'>[],
  planned: number,
): number {
  if (isOfEveryCell(metric)) return planned
  return Math.max(0, ...variants.map(({ metrics }) => metrics[metric.id]?.n ?? 0))
}
