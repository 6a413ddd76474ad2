import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { ExperimentFile } from '../../../shared/experiments/experiment-file-types.ts'
import { isBoughtByNames, pickPrimaryMetric } from '../../../shared/experiments/pick-primary-metric.ts'
import { judgedMetrics } from '../../measure/judged/judged-metrics.ts'
import { toMetricInfo } from '../../measure/metrics/metric.ts'
import { metrics } from '../../measure/metrics/metrics.ts'

/** Every metric that an experiment may ask for, in the order in which they are shown. */
export const experimentMetrics: readonly MetricInfo[] = [
  ...metrics.map(toMetricInfo),
  ...judgedMetrics.map(({ measure: _measure, ...info }) => info),
]

/** The metrics that are meant by groups and ids, each once. */
export function selectMetricsByName(names: readonly string[]): MetricInfo[] {
  const chosen = new Set(names)
  return experimentMetrics.filter(({ id, group }) => chosen.has(id) || chosen.has(group))
}

/**
 * The metrics of an experiment. What decides it is held against cheap tricks although it is a detail elsewhere: a figure
 * that a list of names buys must not decide without one beside it.
 */
export function selectFileMetrics({
  metrics: names,
  primary: declared,
}: Pick<ExperimentFile, 'metrics' | 'primary'>): MetricInfo[] {
  const chosen = selectMetricsByName(names)
  const primary = pickPrimaryMetric(declared, chosen, () => true)?.metric
  return chosen.map((metric) =>
    metric.id === primary && isBoughtByNames(metric) ? { ...metric, isControlled: true } : metric,
  )
}

const controlledAnyway = new Set(experimentMetrics.filter(isControlled).map(({ id }) => id))

/** Ids of the metrics that are held against cheap tricks in one experiment, and not in each. */
export function listOwnControls(metrics: readonly MetricInfo[]): readonly string[] {
  return metrics
    .filter((metric) => isControlled(metric) && !controlledAnyway.has(metric.id))
    .map(({ id }) => id)
}

function isControlled(metric: MetricInfo): boolean {
  return metric.isControlled === true
}
