import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { judgedMetrics } from '../../evaluation/judged/judged-metrics.ts'
import { nextActionLikelihood } from '../../evaluation/likelihood/next-action-likelihood.ts'
import { metricInfo } from '../../evaluation/metrics/metric.ts'
import { metrics } from '../../evaluation/metrics/metrics.ts'

/** Every metric that an experiment may ask for, in the order in which they are shown. */
export const experimentMetrics: readonly MetricInfo[] = [
  ...metrics.map(metricInfo),
  ...[...judgedMetrics, nextActionLikelihood].map(({ measure: _measure, ...info }) => info),
]

/** The metrics that are meant by groups and ids, each once. */
export function chosenMetrics(names: readonly string[]): MetricInfo[] {
  const chosen = new Set(names)
  return experimentMetrics.filter(({ id, group }) => chosen.has(id) || chosen.has(group))
}
