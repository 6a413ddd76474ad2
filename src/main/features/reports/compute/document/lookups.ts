import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import type {
  VariantComparison,
  VariantResult,
} from '../../../../../shared/experiments/experiment-results-types.ts'
import type { PlannedCheckpoint } from '../../../../../shared/experiments/experiment-types.ts'
import type { ReportInput } from './report-input.ts'

/** What a variant is called: its label where it has one, with the id that files and figures go by. */
export function formatVariantName({ id, label }: Pick<VariantResult, 'id' | 'label'>): string {
  return label === '' || label === id ? id : `${label} (${id})`
}

/** Comparisons of one variant with the baseline, in the order of the metrics. */
export function selectComparisons(
  { results }: ReportInput,
  variantId: string,
): readonly { readonly metric: MetricInfo; readonly comparison: VariantComparison }[] {
  return results.metrics.flatMap((metric) => {
    const comparison = results.comparisons.find(({ b, metric: id }) => b === variantId && id === metric.id)
    return comparison === undefined ? [] : [{ metric, comparison }]
  })
}

/** The variants that are compared with the baseline. */
export function selectCandidates({ results }: ReportInput): readonly VariantResult[] {
  return results.variants.filter(({ id }) => id !== results.baselineId)
}

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
