import { formatCoverage, isOfEveryCell } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import type { Verdict } from '../../../../shared/condense/comparison-types.ts'
import { describeOutcomeSplit, describeSecondSample } from '../../../../shared/condense/outcome-words.ts'
import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import { describeDecision } from '../../../../shared/experiments/describe-decision-words.ts'
import { describeClusters, describeFamily } from '../../../../shared/experiments/describe-verdict-words.ts'
import type {
  AssertionResult,
  ExperimentResults,
  MetricSummary,
  VariantComparison,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { findMissingFigures } from '../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures, statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { buildDistinctNames } from '../../../../shared/kernel/build-distinct-names.ts'
import { findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describePerhapsPaid } from '../../../../shared/kernel/words/perhaps-paid.ts'
import {
  describeDoneElsewhere,
  describeExperimentOwner,
} from '../../../../shared/kernel/words/whose-words.ts'
import { formatDuration, formatTime, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'
import { formatExperimentDifference, formatExperimentValue } from './experiment-values.ts'
import { formatControls } from './format-controls.ts'

/** `experiment show` for people: what it was, the figures of each variant, the verdicts, the assertions. */
export function formatExperiment(
  { summary, plan, cells }: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>,
  results: ExperimentResults,
): string {
  return [
    formatDecision(results),
    formatPairs(buildFactPairs(summary, cells, results)),
    formatMeans(results),
    describeMissingFigures(findMissingFigures(plan, cells))
      .map((text) => `${formatOneLine(text, 600)}\n`)
      .join(''),
    formatControls(results),
    formatVerdicts(results),
    formatOutcomes(results),
    formatAssertions(results),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Ids of imported experiments may hold anything. */
const formatName = (id: string): string => formatOneLine(id, 64)

function buildFactPairs(
  summary: ExperimentSummary,
  cells: ExperimentDetail['cells'],
  { baselineId, flipRate, notes }: ExperimentResults,
): [string, string][] {
  const { tasks, checkpoints, variants } = summary
  return [
    ['experiment', summary.id],
    ['name', formatOneLine(summary.name, 200)],
    ['whose', describeExperimentOwner(summary) ?? ''],
    ['question', formatOneLine(summary.question, 400)],
    [
      'status',
      summary.reason === '' ? summary.status : `${summary.status}: ${formatOneLine(summary.reason, 300)}`,
    ],
    ['cells', formatCellCounts(summary)],
    ['by others', describeDoneElsewhere(cells) ?? ''],
    [
      'over',
      [
        formatCountWithNoun(variants, 'variant'),
        formatCountWithNoun(checkpoints, 'checkpoint'),
        formatCountWithNoun(tasks, 'task'),
      ].join(', '),
    ],
    ['baseline', formatName(baselineId)],
    ['paid', `${formatUsd(summary.costUsd)}${describePerhapsPaid(summary.perhapsPaid)}`],
    ...notes.map((note): [string, string] => ['note', formatOneLine(note, 400)]),
    ['flip rate', flipRate === null ? '' : `${(100 * flipRate).toFixed(1)} % of the pairwise judgements`],
  ]
}

/** `38 of 40 done, 2 failed, 12 reused`. */
function formatCellCounts({
  cells: { total, done, failed, reused },
}: Pick<ExperimentSummary, 'cells'>): string {
  const more = [
    ...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
    ...(reused === 0 ? [] : [`${formatCount(reused)} reused`]),
  ]
  return [`${formatCount(done)} of ${formatCount(total)} done`, ...more].join(', ')
}

/** What the primary metric says of each variant, by the names that screen and report use. */
function formatDecision(results: ExperimentResults): string {
  const names = buildDistinctNames(results.variants)
  const formatVariantName = (id: string): string => formatName(names.get(id) ?? id)
  const decision = describeDecision(results, formatVariantName)
  const second = describeSecondSample(results, formatName)
  return [
    ...(decision?.lines ?? []).flatMap(({ text, limit }) => (limit === '' ? [text] : [text, limit])),
    ...(decision === null ? [] : [`${decision.title}.`]),
    ...(second === '' ? [] : [second]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Whether headline figures at the cut go with the outcome of the tasks. */
function formatOutcomes({ outcomes, metrics }: ExperimentResults): string {
  return outcomes
    .flatMap((split) => {
      const metric = metrics.find(({ id }) => id === split.metric)
      return metric === undefined ? [] : [`${describeOutcomeSplit(split, metric, formatName)}\n`]
    })
    .join('')
}

const signs: Readonly<Record<Verdict['word'], string>> = {
  better: '+',
  worse: '-',
  'no-difference': '=',
  'not-enough-data': '?',
}

/** One metric a line, one variant a column; behind each mean the sign of its verdict. */
function formatMeans({ metrics, variants, comparisons }: ExperimentResults): string {
  const measured = metrics.filter(
    (metric) => isOfEveryCell(metric) || variants.some((variant) => variant.metrics[metric.id] !== undefined),
  )
  if (measured.length === 0) return ''
  const verdicts = new Map(comparisons.map(({ b, metric, verdict }) => [`${b} ${metric}`, verdict.word]))
  const rows = measured.map(({ id, unit, group }) => [
    formatName(id),
    ...variants.map((variant) => {
      const word = verdicts.get(`${variant.id} ${id}`)
      const stated = group === 'cost' && variant.isCostStated === true ? ` ${statedByArm}` : ''
      return `${formatMean(variant.metrics[id], unit)}${stated} ${word === undefined ? ' ' : signs[word]}`
    }),
  ])
  const columns = [
    { title: 'metric' },
    ...variants.map(({ id }) => ({ title: `${formatName(id)}  `, align: 'right' as const })),
  ]
  const legend =
    comparisons.length === 0
      ? ''
      : 'Against the baseline: + better, - worse, = no meaningful difference, ? not enough data.\n'
  return formatTable(columns, rows) + legend
}

function formatMean(summary: MetricSummary | undefined, unit: MetricUnit): string {
  if (summary === undefined) return '–'
  return withCoverage(formatExperimentValue(summary.mean, unit), summary)
}

/** A value, and behind it how many checkpoints it rests on where that is not all: `$0.0045 (6 of 29)`. */
function withCoverage(value: string, rest: Parameters<typeof formatCoverage>[0]): string {
  const coverage = formatCoverage(rest)
  return coverage === '' ? value : `${value} (${coverage})`
}

/** The comparisons that found a difference, and how many did not. */
function formatVerdicts({ metrics, comparisons, baselineId, rules }: ExperimentResults): string {
  if (comparisons.length === 0) return ''
  const filterByVerdict = (...words: readonly Verdict['word'][]): readonly VariantComparison[] =>
    comparisons.filter(({ verdict }) => words.includes(verdict.word))
  const columns = [
    { title: `against ${formatName(baselineId)}` },
    { title: 'metric' },
    { title: 'verdict' },
    { title: 'difference', align: 'right' as const },
    { title: `${Math.round(100 * rules.intervalLevel)} % interval`, align: 'right' as const },
    { title: 'p (corrected)', align: 'right' as const },
    { title: 'drawn (checkpoints)', align: 'right' as const },
    { title: 'family' },
  ]
  const table = formatTable(
    columns,
    filterByVerdict('better', 'worse').map((comparison) => buildVerdictRow(comparison, metrics)),
  )
  const same = filterByVerdict('no-difference').length
  const sameText =
    same === 0 ? '' : `No meaningful difference in ${formatCountWithNoun(same, 'comparison')}.\n`
  return (
    table +
    sameText +
    describeMissingVerdicts(filterByVerdict('not-enough-data'), rules.fewestTasks) +
    describeCorrection(comparisons)
  )
}

/** How many comparisons each family is corrected over. */
function describeCorrection(comparisons: readonly VariantComparison[]): string {
  const families = new Map(
    comparisons.filter(({ family }) => family !== 'metric').map((one) => [one.family, describeFamily(one)]),
  )
  return families.size === 0 ? '' : `Families: ${[...families.values()].join('; ')}.\n`
}

function buildVerdictRow(comparison: VariantComparison, metrics: readonly MetricInfo[]): string[] {
  const { b, metric, verdict, difference, low, high, p, pairs, outOf, family } = comparison
  const unit = metrics.find(({ id }) => id === metric)?.unit ?? 'share'
  const formatSigned = (value: number | null): string =>
    value === null ? '' : formatExperimentDifference(value, unit)
  return [
    formatName(b),
    formatName(metric),
    verdict.word,
    formatSigned(difference),
    low === null || high === null ? '' : `${formatSigned(low)} to ${formatSigned(high)}`,
    p === null ? '' : p < 0.001 ? '< 0.001' : p.toFixed(3),
    withCoverage(describeClusters(comparison), { n: pairs.length, outOf }),
    family === 'again' ? 'second sample' : family,
  ]
}

function describeMissingVerdicts(missing: readonly VariantComparison[], fewestTasks: number): string {
  if (missing.length === 0) return ''
  const more = missing.flatMap(({ verdict }) =>
    verdict.word === 'not-enough-data' ? (verdict.more.tasks ?? []) : [],
  )
  const advice = missing.every(({ tasks }) => tasks < fewestTasks)
    ? ` A verdict needs at least ${formatCountWithNoun(fewestTasks, 'task')} with a value.`
    : more.length === 0
      ? ''
      : ` About ${formatCountWithNoun(findSmallest(more), 'more task')} for the nearest of them.`
  return `Not enough data for ${formatCountWithNoun(missing.length, 'comparison')}.${advice}\n`
}

const stateWords: Readonly<Record<AssertionResult['state'], string>> = {
  ok: 'holds',
  failed: 'FAILED',
  inconclusive: 'INCONCLUSIVE',
}

/** One assertion a line, and below them why those are inconclusive that are. */
function formatAssertions({ assertions }: ExperimentResults): string {
  const open = assertions.filter(({ state }) => state === 'inconclusive')
  const reasons = open.map(({ message }) => `inconclusive: ${formatOneLine(message, 400)}\n`)
  const table = formatTable(
    [
      { title: 'assertion' },
      { title: 'variant' },
      { title: 'metric' },
      { title: 'expected' },
      { title: 'found' },
    ],
    assertions.map(({ state, variant, metric, expected, value, ...rest }) => [
      stateWords[state],
      formatName(variant),
      formatName(metric),
      formatOneLine(expected),
      value === null ? 'no value' : withCoverage(String(Number(value.toPrecision(4))), rest),
    ]),
  )
  return table + reasons.join('')
}

/** `experiment list` for people. */
export function formatExperimentList(experiments: readonly ExperimentSummary[]): string {
  if (experiments.length === 0)
    return formatAsTyped(
      'No experiments yet. Start one with `dewpoint experiment run <file>`, such as those in examples/.\n',
    )
  return formatTable(
    [
      { title: 'id' },
      { title: 'started (UTC)' },
      { title: 'status' },
      { title: 'cells' },
      { title: 'took', align: 'right' },
      { title: 'cost', align: 'right' },
      { title: 'name' },
    ],
    experiments.map((experiment) => [
      experiment.id,
      formatTime(experiment.createdTs),
      experiment.isSample
        ? 'sample'
        : experiment.pushedBy !== undefined
          ? 'of the team'
          : experiment.isImported
            ? 'imported'
            : experiment.status,
      formatCellCounts(experiment),
      experiment.finishedTs === null ? '' : formatDuration(experiment.finishedTs - experiment.createdTs),
      formatUsd(experiment.costUsd),
      formatOneLine(experiment.name, 60),
    ]),
  )
}
