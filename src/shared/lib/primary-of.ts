import type { MetricInfo } from '../domain/quality.ts'

/** Ids of the metrics that can decide where an experiment names none, the first that is measured before the others. */
export const headlineMetrics: readonly string[] = [
  'knows-done',
  'rules-kept',
  're-read-tokens',
  'continuation-recall',
  'artifact-recall',
  'reduction',
]

/** Ids of the metrics that say how good a condensation is beside its size, the first that has values before the others. */
export const rankingMetrics: readonly string[] = ['knows-done', 'links', 'continuation-recall']

/** What decides an experiment: the metric of its file, else the first headline metric with values, else the first. */
export function primaryOf(
  declared: string | undefined,
  metrics: readonly Pick<MetricInfo, 'id'>[],
  hasValues: (metricId: string) => boolean,
): { readonly metric: string; readonly isDeclared: boolean } | null {
  const ids = metrics.map(({ id }) => id)
  if (declared !== undefined && ids.includes(declared)) return { metric: declared, isDeclared: true }
  const headlines = headlineMetrics.filter((id) => ids.includes(id))
  const metric = headlines.find(hasValues) ?? headlines[0] ?? ids[0]
  return metric === undefined ? null : { metric, isDeclared: false }
}
