import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type { PlannedCheckpoint } from '../../../../../shared/experiments/experiment-types.ts'
import type { ReportInput } from './report-input.ts'

/** `Add rate limiting, cut at message 61`. */
export function formatCheckpointName({ taskTitle, index }: PlannedCheckpoint): string {
  return `${taskTitle}, cut at message ${index}`
}

const usuallyShown = ['reduction', 'continuation-recall', 'artifact-recall', 'validity']
const mostShown = 6

/** The metrics that plots show: the primary one, those that somebody asserts or sets a margin for, then the usual ones. */
export function selectPlotMetrics({ experiment, results }: ReportInput): readonly MetricInfo[] {
  const { assert, margins } = experiment.plan.file
  const wanted = new Set([
    ...(results.primary === null ? [] : [results.primary.metric]),
    ...assert.map(({ metric }) => metric),
    ...Object.keys(margins),
    ...usuallyShown,
  ])
  const judged = results.metrics.filter(({ needsModel }) => needsModel).map(({ id }) => id)
  return [...new Set([...wanted, ...judged])]
    .flatMap((id) => results.metrics.find((metric) => metric.id === id) ?? [])
    .filter(({ id }) => results.variants.some(({ metrics }) => id in metrics))
    .slice(0, mostShown)
}
