import { formatCoverage, metricGroupLabels } from '../../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import { buildTable, buildText, type Block, type Cell } from '../../../../../shared/document/document.ts'
import type {
  VariantComparison,
  VariantResult,
} from '../../../../../shared/experiments/experiment-results-types.ts'
import { statedByArm } from '../../../../../shared/experiments/missing-words.ts'
import { findVariantName, formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatMetric, formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { formatInterval } from '../../../../../shared/kernel/format-metric.ts'
import { verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** As many as stand side by side on paper. */
const columnsPerTable = 6

/** Variants by metrics, in as many tables as it takes for each to fit a page. */
export function buildResultSection(input: ReportInput): Section {
  const { results } = input
  const shown = results.metrics.filter(({ id }) => results.variants.some(({ metrics }) => id in metrics))
  const tables = Array.from({ length: Math.ceil(shown.length / columnsPerTable) }, (_, index) =>
    buildResultTable(input, shown.slice(index * columnsPerTable, (index + 1) * columnsPerTable)),
  )
  return { title: 'Results', blocks: tables.length === 0 ? [buildText('No cell has a value yet.')] : tables }
}

function buildResultTable(input: ReportInput, metrics: readonly MetricInfo[]): Block {
  const { results } = input
  return buildTable(
    [
      'Variant',
      ...metrics.map(({ label, group, direction }) => ({
        label,
        group: metricGroupLabels[group],
        detail: `${direction} is better`,
        isNumber: true,
      })),
    ],
    results.variants.map((variant) => [
      buildHeadCell(input, variant),
      ...metrics.map((metric) => buildResultCell(input, variant, metric)),
    ]),
    { caption: `Mean, its interval, difference to ${findVariantName(results, results.baselineId)}` },
  )
}

function buildHeadCell({ results }: ReportInput, variant: VariantResult): Cell {
  const { done, failed, unchanged } = variant.cells
  const details = [
    variant.id === results.baselineId ? 'baseline' : '',
    formatCountWithNoun(done, 'cell'),
    failed === 0 ? '' : `${failed} failed`,
    unchanged === 0 ? '' : `${unchanged} unchanged`,
  ]
  return { text: formatVariantName(variant), detail: details.filter((text) => text !== '').join(', ') }
}

function buildResultCell({ results }: ReportInput, variant: VariantResult, metric: MetricInfo): Cell {
  const summary = variant.metrics[metric.id]
  if (summary === undefined) return '–'
  const coverage = formatCoverage(summary)
  const details = [
    formatInterval(summary.low, summary.high, metric.unit),
    coverage === '' ? '' : `n ${coverage}`,
    metric.group === 'cost' && variant.isCostStated === true ? statedByArm : '',
  ]
  const comparison = results.comparisons.find(({ b, metric: id }) => b === variant.id && id === metric.id)
  return {
    text: formatMetric(summary.mean, metric.unit),
    detail: details.filter((text) => text !== '').join(', '),
    ...(comparison === undefined ? {} : { verdict: formatCellVerdict(comparison, metric) }),
  }
}

function formatCellVerdict({ verdict, difference }: VariantComparison, { unit }: MetricInfo) {
  const { word } = verdict
  return { word, text: `${formatMetricDifference(difference, unit)} ${verdictLooks[word].short}` }
}
