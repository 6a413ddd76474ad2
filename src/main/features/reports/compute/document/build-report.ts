import type { MetricInfo } from '../../../../../shared/activity/quality-types.ts'
import {
  alignRight,
  buildTable,
  buildText,
  type Block,
  type Cell,
} from '../../../../../shared/document/document.ts'
import { buildAssertionTable } from '../../../../../shared/experiments/build-assertion-table.ts'
import { describeClusters, describeFamily } from '../../../../../shared/experiments/describe-verdict-words.ts'
import type { VariantComparison } from '../../../../../shared/experiments/experiment-results-types.ts'
import {
  findVariantName,
  formatVariantName,
  nameVariants,
  selectCandidates,
  selectComparisons,
} from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../../shared/kernel/format-figures.ts'
import { formatMetricDifference, formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import { formatDifferenceInterval, formatP } from '../../../../../shared/kernel/format-metric.ts'
import { describeMoreData, verdictLooks } from '../../../../../shared/kernel/words/verdict-words.ts'
import {
  describeDoneElsewhere,
  describeExperimentOwner,
} from '../../../../../shared/kernel/words/whose-words.ts'
import { formatUtcTime } from '../format-utc-time.ts'
import { buildControlSection } from './build-control-section.ts'
import { buildFrontPage } from './build-front-page.ts'
import { buildPlotSection } from './build-plot-section.ts'
import { buildResultSection } from './build-result-section.ts'
import { buildSetupSection } from './build-setup-section.ts'
import { buildTermSection } from './build-term-section.ts'
import { buildVerdictSection } from './build-verdict-section.ts'
import { buildCostSection } from './cost-section.ts'
import { buildFailureSection } from './failure-section.ts'
import { selectCaseCells, findExtremeCases, type ExtremeCase } from './find-extreme-cases.ts'
import { formatCheckpointName } from './lookups.ts'
import { buildNoteSection } from './note-section.ts'
import { buildOutcomeSection } from './outcome-section.ts'
import type { ReportDocument, Section } from './report-document.ts'
import type { Redaction, ReportInput } from './report-input.ts'
import { buildReproduceSection } from './reproduce-section.ts'

const excerptsPerCase = 12

/** Puts a report together: what it found first, how it was found after that, how to do it again last. */
export function buildReport(given: ReportInput): ReportDocument {
  const input = { ...given, results: nameVariants(given.results) }
  const { summary, writtenBy } = input.experiment
  const { cells } = input.results
  const sections = [
    buildVerdictSection(input),
    {
      title: 'Assertions',
      blocks: input.results.assertions.length === 0 ? [] : [buildAssertionTable(input.results)],
    },
    buildResultSection(input),
    buildControlSection(input),
    buildPlotSection(input),
    buildOutcomeSection(input),
    buildCaseSection(input),
    buildFailureSection(input),
    buildNoteSection(input),
    buildCostSection(input),
    buildSetupSection(input),
    buildComparisonSection(input),
    buildReproduceSection(input),
    buildTermSection(input),
  ]
  return {
    title: summary.name,
    question: summary.question,
    front: buildFrontPage(input),
    line: [
      summary.status,
      `${cells.done} of ${formatCountWithNoun(cells.total, 'cell')}`,
      formatCountWithNoun(summary.variants, 'variant'),
      `${formatCountWithNoun(summary.checkpoints, 'cut')} of ${formatCountWithNoun(summary.tasks, 'task')}`,
      formatUsd(summary.costUsd),
      formatUtcTime(summary.finishedTs ?? summary.createdTs),
      ...[
        summary.pushedBy === undefined ? null : describeExperimentOwner(summary),
        describeDoneElsewhere(input.experiment.cells),
      ].filter((text) => text !== null),
    ],
    sections: sections.flatMap((section) => section ?? []).filter(({ blocks }) => blocks.length > 0),
    foot: `Written by Dewpoint ${writtenBy}.${input.redaction === null ? '' : ` ${describeRedaction(input.redaction)}`}`,
  }
}

function describeRedaction({ paths, users, emails, keys, addresses }: Redaction): string {
  const counts = [
    formatCountWithNoun(paths, 'path'),
    formatCountWithNoun(users, 'user name'),
    formatCountWithNoun(emails, 'e-mail address', 'e-mail addresses'),
    formatCountWithNoun(keys, 'key'),
    formatCountWithNoun(addresses, 'network address', 'network addresses'),
  ]
  return `Redacted: ${counts.join(', ')}. The same thing has the same placeholder everywhere.`
}

/** Everything that the verdicts rest on: a table for each variant. */
function buildComparisonSection({ results }: ReportInput): Section {
  const baseline = findVariantName(results, results.baselineId)
  return {
    title: 'All comparisons',
    blocks: selectCandidates(results).map((candidate) =>
      buildTable(
        [
          'Metric',
          ...alignRight('Difference'),
          { label: 'Sign-flip test', detail: 'corrected, then raw', isNumber: true },
          ...alignRight('Wilcoxon', 'McNemar'),
          { label: 'Effect size', detail: 'rank-biserial', isNumber: true },
          { label: 'Cuts', detail: 'of how many tasks', isNumber: true },
          ...addedColumns,
          'Verdict',
        ],
        selectComparisons(results, candidate.id).map(({ metric, comparison }) => [
          metric.label,
          ...buildComparisonCells(metric, comparison),
        ]),
        { caption: `${formatVariantName(candidate)} minus ${baseline}`, isFolded: true },
      ),
    ),
  }
}

const addedColumns = [
  { label: 'Drawn', isNumber: true },
  { label: 'Equivalence', detail: 'two one-sided tests', isNumber: true },
  { label: 'Could be found', detail: 'with 80 % power', isNumber: true },
  { label: 'Family' },
]

function buildAddedCells({ unit }: MetricInfo, comparison: VariantComparison): readonly Cell[] {
  const { equivalenceP, detectable } = comparison
  return [
    describeClusters(comparison),
    equivalenceP === null ? '–' : formatP(equivalenceP),
    formatMetricDifference(detectable, unit),
    describeFamily(comparison),
  ]
}

function buildComparisonCells(metric: MetricInfo, comparison: VariantComparison): readonly Cell[] {
  const { unit } = metric
  const { difference, low, high, p, rawP, wilcoxonP, mcnemarP, effectSize, verdict } = comparison
  const { word } = verdict
  const formatProbability = (value: number | null): string => (value === null ? '–' : formatP(value))
  const unpaired = comparison.unpaired === 0 ? '' : `, ${comparison.unpaired} without a pair`
  return [
    { text: formatMetricDifference(difference, unit), detail: formatDifferenceInterval(low, high, unit) },
    { text: formatProbability(p), detail: rawP === null ? '' : formatP(rawP) },
    formatProbability(wilcoxonP),
    formatProbability(mcnemarP),
    formatMetricDifference(effectSize, 'share'),
    { text: String(comparison.pairs.length), detail: `of ${comparison.tasks}${unpaired}` },
    ...buildAddedCells(metric, comparison),
    { text: '', detail: describeMoreData(verdict), verdict: { word, text: verdictLooks[word].short } },
  ]
}

/** The checkpoints with the largest loss and the largest gain against the baseline, with excerpts of what was lost. */
function buildCaseSection(input: ReportInput): Section | null {
  const { results } = input
  const extremes = findExtremeCases(results)
  if (extremes === null) return null
  const { metric, worst, best } = extremes
  return {
    title: 'Worst and best cases',
    blocks: [
      buildText(
        `By ${metric.label}, against ${findVariantName(results, results.baselineId)} at the same cut.`,
      ),
      ...buildCaseBlocks(input, metric, 'Largest losses', worst),
      ...buildCaseBlocks(input, metric, 'Largest gains', best),
    ],
  }
}

function buildCaseBlocks(
  input: ReportInput,
  metric: MetricInfo,
  caption: string,
  cases: readonly ExtremeCase[],
): readonly Block[] {
  if (cases.length === 0) return [buildText(`${caption}: none.`)]
  const { results } = input
  const table = buildTable(
    [
      'Cut',
      'Variant',
      ...alignRight(findVariantName(results, results.baselineId), 'Variant’s value', 'Difference'),
    ],
    cases.map(({ variantId, pair }) => [
      formatNameById(input, pair.checkpointId),
      findVariantName(results, variantId),
      formatMetric(pair.baseline, metric.unit),
      formatMetric(pair.candidate, metric.unit),
      formatMetricDifference(pair.difference, metric.unit),
    ]),
    { caption },
  )
  return [table, ...cases.flatMap((each) => buildExcerpts(input, each))]
}

function buildExcerpts(input: ReportInput, { variantId, pair }: ExtremeCase): readonly Block[] {
  const place = formatNameById(input, pair.checkpointId)
  return selectCaseCells(input.experiment.cells, { variantId, pair }).flatMap((cell) => {
    const lost = input.cases.find(({ cellId }) => cellId === cell.id)?.lost ?? []
    if (lost.length === 0) return []
    const more = lost.length > excerptsPerCase ? `, the first ${excerptsPerCase}` : ''
    const label = `Lost by ${findVariantName(input.results, variantId)}, ${place}${more}`
    return [{ kind: 'quotes', label, texts: lost.slice(0, excerptsPerCase) } as const]
  })
}

function formatNameById({ experiment }: ReportInput, id: string): string {
  const found = experiment.plan.checkpoints.find((checkpoint) => checkpoint.id === id)
  return found === undefined ? id : formatCheckpointName(found)
}
