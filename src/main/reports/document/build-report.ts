import { moreDataWords, verdictLooks } from '../../../shared/words/verdict-words.ts'
import { clusterWords, familyWords } from '../../../shared/words/describe-verdict.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { doneElsewhereText, whoseText } from '../../../shared/words/whose-words.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatTime, formatDifferenceInterval, formatP } from '../words/format-report-figures.ts'
import { plotSection } from './plot-section.ts'
import {
  assertionSection,
  costSection,
  failureSection,
  noteSection,
  outcomeSection,
  reproduceSection,
} from './record-sections.ts'
import type { ReportDocument, Section, Table, TableCell, Block } from './report-document.ts'
import type { Redaction, ReportInput } from './report-input.ts'
import { controlSection } from './control-section.ts'
import { resultSection } from './result-section.ts'
import { statementSection } from './statement-section.ts'
import { termSection } from './term-section.ts'
import { setupSection } from './setup-section.ts'
import { verdictSection } from './verdict-section.ts'
import type { VariantComparison } from '../../../shared/domain/experiment-results.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { formatMetricDifference, formatMetric } from '../../../shared/lib/format-metric.ts'
import { candidatesOf, comparisonsOf, nameOf, checkpointName } from './lookups.ts'
import { cellsOfCase, extremeCases, type ExtremeCase } from './extreme-cases.ts'

const excerptsPerCase = 12

/** Puts a report together: what it found first, how it was found after that, how to do it again last. */
export function buildReport(input: ReportInput): ReportDocument {
  const { summary, writtenBy } = input.experiment
  const { cells } = input.results
  const sections = [
    verdictSection(input),
    assertionSection(input),
    resultSection(input),
    controlSection(input),
    statementSection(input),
    plotSection(input),
    outcomeSection(input),
    caseSection(input),
    failureSection(input),
    noteSection(input),
    costSection(input),
    setupSection(input),
    comparisonSection(input),
    reproduceSection(input),
    termSection(input),
  ]
  return {
    title: summary.name,
    question: summary.question,
    line: [
      summary.status,
      `${cells.done} of ${countOf(cells.total, 'cell')}`,
      countOf(summary.variants, 'variant'),
      `${countOf(summary.checkpoints, 'checkpoint')} of ${countOf(summary.tasks, 'task')}`,
      formatUsd(summary.costUsd),
      formatTime(summary.finishedTs ?? summary.createdTs),
      ...[
        summary.pushedBy === undefined ? null : whoseText(summary),
        doneElsewhereText(input.experiment.cells),
      ].filter((text) => text !== null),
    ],
    sections: sections.flatMap((section) => section ?? []).filter(({ blocks }) => blocks.length > 0),
    foot: `Written by Dewpoint ${writtenBy}.${input.redaction === null ? '' : ` ${redactionWords(input.redaction)}`}`,
  }
}

function redactionWords({ paths, users, emails, keys, addresses }: Redaction): string {
  const counts = [
    countOf(paths, 'path'),
    countOf(users, 'user name'),
    countOf(emails, 'e-mail address', 'e-mail addresses'),
    countOf(keys, 'key'),
    countOf(addresses, 'network address', 'network addresses'),
  ]
  return `Redacted: ${counts.join(', ')}. The same thing has the same placeholder everywhere.`
}

/** Everything that the verdicts rest on: a table for each variant. */
function comparisonSection(input: ReportInput): Section {
  return {
    title: 'All comparisons',
    blocks: candidatesOf(input).map((candidate): Table => ({
      kind: 'table',
      caption: `${nameOf(candidate)} minus ${input.results.baselineId}`,
      isFolded: true,
      columns: [
        { label: 'Metric' },
        { label: 'Difference', isNumber: true },
        { label: 'Sign-flip test', detail: 'corrected, then raw', isNumber: true },
        { label: 'Wilcoxon', isNumber: true },
        { label: 'McNemar', isNumber: true },
        { label: 'Effect size', detail: 'rank-biserial', isNumber: true },
        { label: 'Checkpoints', detail: 'of how many tasks', isNumber: true },
        ...(input.results.figuresVersion === 1 ? [] : addedColumns),
        { label: 'Verdict' },
      ],
      rows: comparisonsOf(input, candidate.id).map(({ metric, comparison }) => ({
        head: { text: metric.label },
        cells: cellsOf(metric, comparison),
      })),
    })),
  }
}

/** What figures of version 1 did not have. */
const addedColumns = [
  { label: 'Drawn', isNumber: true },
  { label: 'Equivalence', detail: 'two one-sided tests', isNumber: true },
  { label: 'Could be found', detail: 'with 80 % power', isNumber: true },
  { label: 'Family' },
]

function addedCells({ unit }: MetricInfo, comparison: VariantComparison): readonly TableCell[] {
  const { equivalenceP, detectable, family } = comparison
  if (family === 'metric') return []
  return [
    { text: clusterWords(comparison) },
    { text: equivalenceP === null ? '–' : formatP(equivalenceP) },
    { text: formatMetricDifference(detectable, unit) },
    { text: familyWords(comparison) },
  ]
}

function cellsOf(metric: MetricInfo, comparison: VariantComparison): readonly TableCell[] {
  const { unit } = metric
  const { difference, low, high, p, rawP, wilcoxonP, mcnemarP, effectSize, verdict } = comparison
  const { word } = verdict
  const probability = (value: number | null): string => (value === null ? '–' : formatP(value))
  const unpaired = comparison.unpaired === 0 ? '' : `, ${comparison.unpaired} without a pair`
  return [
    { text: formatMetricDifference(difference, unit), detail: formatDifferenceInterval(low, high, unit) },
    { text: probability(p), detail: rawP === null ? '' : formatP(rawP) },
    { text: probability(wilcoxonP) },
    { text: probability(mcnemarP) },
    { text: formatMetricDifference(effectSize, 'share') },
    { text: String(comparison.pairs.length), detail: `of ${comparison.tasks}${unpaired}` },
    ...addedCells(metric, comparison),
    { text: '', detail: moreDataWords(verdict), verdict: { word, text: verdictLooks[word].short } },
  ]
}

/** The checkpoints with the largest loss and the largest gain against the baseline, with excerpts of what was lost. */
function caseSection(input: ReportInput): Section | null {
  const { results } = input
  const extremes = extremeCases(results)
  if (extremes === null) return null
  const { metric, worst, best } = extremes
  return {
    title: 'Worst and best cases',
    blocks: [
      { kind: 'text', text: `By ${metric.label}, against ${results.baselineId} at the same checkpoint.` },
      ...shown(input, metric, 'Largest losses', worst),
      ...shown(input, metric, 'Largest gains', best),
    ],
  }
}

function shown(
  input: ReportInput,
  metric: MetricInfo,
  caption: string,
  cases: readonly ExtremeCase[],
): readonly Block[] {
  if (cases.length === 0) return [{ kind: 'text', text: `${caption}: none.` }]
  const table: Table = {
    kind: 'table',
    caption,
    isFolded: false,
    columns: [
      { label: 'Checkpoint' },
      { label: 'Variant' },
      { label: input.results.baselineId, isNumber: true },
      { label: 'Variant’s value', isNumber: true },
      { label: 'Difference', isNumber: true },
    ],
    rows: cases.map(({ variantId, pair }) => ({
      head: { text: nameOfCheckpoint(input, pair.checkpointId), detail: pair.checkpointId },
      cells: [
        { text: variantId },
        { text: formatMetric(pair.baseline, metric.unit) },
        { text: formatMetric(pair.candidate, metric.unit) },
        { text: formatMetricDifference(pair.difference, metric.unit) },
      ],
    })),
  }
  return [table, ...cases.flatMap((each) => excerptsOf(input, each))]
}

function excerptsOf(input: ReportInput, { variantId, pair }: ExtremeCase): readonly Block[] {
  const place = nameOfCheckpoint(input, pair.checkpointId)
  return cellsOfCase(input.experiment.cells, { variantId, pair }).flatMap((cell) => {
    const lost = input.cases.find(({ cellId }) => cellId === cell.id)?.lost ?? []
    if (lost.length === 0) return []
    const more = lost.length > excerptsPerCase ? `, the first ${excerptsPerCase}` : ''
    const label = `Lost by ${variantId}, ${place}${more}`
    return [{ kind: 'quotes', label, texts: lost.slice(0, excerptsPerCase) } as const]
  })
}

function nameOfCheckpoint({ experiment }: ReportInput, id: string): string {
  const found = experiment.plan.checkpoints.find((checkpoint) => checkpoint.id === id)
  return found === undefined ? id : checkpointName(found)
}
