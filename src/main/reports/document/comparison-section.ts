import type { VariantComparison } from '../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { formatMetricDifference } from '../../../shared/lib/format-metric.ts'
import { moreDataWords } from '../../../shared/lib/more-data-words.ts'
import { verdictLooks } from '../../../shared/lib/verdict-looks.ts'
import { formatDifferenceInterval } from '../words/format-interval.ts'
import { formatP } from '../words/format-p.ts'
import { candidatesOf, comparisonsOf, nameOf } from './lookups.ts'
import type { Section, Table, TableCell } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** Everything that the verdicts rest on: a table for each variant. */
export function comparisonSection(input: ReportInput): Section {
  return {
    title: 'All comparisons',
    blocks: candidatesOf(input).map((candidate): Table => ({
      kind: 'table',
      caption: `${nameOf(candidate)} minus ${input.results.baselineId}`,
      isFolded: true,
      columns: [
        { label: 'Metric' },
        { label: 'Difference', isNumber: true },
        { label: 'Sign-flip test', detail: 'corrected; raw', isNumber: true },
        { label: 'Wilcoxon', isNumber: true },
        { label: 'McNemar', isNumber: true },
        { label: 'Effect size', detail: 'rank-biserial', isNumber: true },
        { label: 'Checkpoints', detail: 'of how many tasks', isNumber: true },
        { label: 'Verdict' },
      ],
      rows: comparisonsOf(input, candidate.id).map(({ metric, comparison }) => ({
        head: { text: metric.label },
        cells: cellsOf(metric, comparison),
      })),
    })),
  }
}

function cellsOf({ unit }: MetricInfo, comparison: VariantComparison): readonly TableCell[] {
  const { difference, low, high, p, rawP, wilcoxonP, mcnemarP, effectSize, verdict } = comparison
  const { word } = verdict
  const probability = (value: number | null): string => (value === null ? '–' : formatP(value))
  const unpaired = comparison.unpaired === 0 ? '' : `; ${comparison.unpaired} without a pair`
  return [
    { text: formatMetricDifference(difference, unit), detail: formatDifferenceInterval(low, high, unit) },
    { text: probability(p), detail: rawP === null ? '' : formatP(rawP) },
    { text: probability(wilcoxonP) },
    { text: probability(mcnemarP) },
    { text: formatMetricDifference(effectSize, 'share') },
    { text: String(comparison.pairs.length), detail: `of ${comparison.tasks}${unpaired}` },
    { text: '', detail: moreDataWords(verdict), verdict: { word, text: verdictLooks[word].short } },
  ]
}
