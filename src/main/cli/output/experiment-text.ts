import { asTyped } from '../../services/own-command.ts'
import type { ExperimentDetail } from '../../../shared/api/experiments.ts'
import type { Verdict } from '../../../shared/domain/comparison.ts'
import type { ExperimentSummary } from '../../../shared/domain/experiment.ts'
import type {
  AssertionResult,
  ExperimentResults,
  MetricSummary,
  VariantComparison,
} from '../../../shared/domain/experiment-results.ts'
import type { MetricInfo, MetricUnit } from '../../../shared/domain/quality.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { distinctNames } from '../../../shared/lib/distinct-names.ts'
import { describeDecision } from '../../../shared/words/describe-decision.ts'
import { clusterWords, familyWords } from '../../../shared/words/describe-verdict.ts'
import { describeOutcomeSplit, describeSecondSample } from '../../../shared/words/outcome-words.ts'
import { coverageText, isOfEveryCell } from '../../../shared/words/metric-words.ts'
import { missingFigures } from '../../../shared/lib/missing-figures.ts'
import { doneElsewhereText, whoseText } from '../../../shared/words/whose-words.ts'
import { missingTexts, statedByArm } from '../../../shared/words/missing-words.ts'
import { formatDuration, formatTime, formatUsd, oneLine } from './figures.ts'
import { controlsText } from './controls-text.ts'
import { experimentDifference, experimentValue } from './experiment-values.ts'
import { formatPairs, formatTable } from './table.ts'
import { findSmallest } from '../../../shared/lib/find-extreme.ts'
import { perhapsPaidText } from '../../../shared/words/perhaps-paid.ts'

/** `experiment show` for people: what it was, the figures of each variant, the verdicts, the assertions. */
export function experimentText(
  { summary, plan, cells }: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>,
  results: ExperimentResults,
): string {
  return [
    decisionText(results),
    formatPairs(factsOf(summary, cells, results)),
    meansText(results),
    missingTexts(missingFigures(plan, cells))
      .map((text) => `${oneLine(text, 600)}\n`)
      .join(''),
    controlsText(results),
    verdictsText(results),
    outcomesText(results),
    assertionsText(results),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** Ids of imported experiments may hold anything. */
const nameOf = (id: string): string => oneLine(id, 64)

function factsOf(
  summary: ExperimentSummary,
  cells: ExperimentDetail['cells'],
  { baselineId, flipRate, notes }: ExperimentResults,
): [string, string][] {
  const { tasks, checkpoints, variants } = summary
  return [
    ['experiment', summary.id],
    ['name', oneLine(summary.name, 200)],
    ['whose', whoseText(summary) ?? ''],
    ['question', oneLine(summary.question, 400)],
    ['status', summary.reason === '' ? summary.status : `${summary.status}: ${oneLine(summary.reason, 300)}`],
    ['cells', cellsText(summary)],
    ['by others', doneElsewhereText(cells) ?? ''],
    [
      'over',
      [countOf(variants, 'variant'), countOf(checkpoints, 'checkpoint'), countOf(tasks, 'task')].join(', '),
    ],
    ['baseline', nameOf(baselineId)],
    ['paid', `${formatUsd(summary.costUsd)}${perhapsPaidText(summary.perhapsPaid)}`],
    ...notes.map((note): [string, string] => ['note', oneLine(note, 400)]),
    ['flip rate', flipRate === null ? '' : `${(100 * flipRate).toFixed(1)} % of the pairwise judgements`],
  ]
}

/** `38 of 40 done, 2 failed, 12 reused`. */
function cellsText({ cells: { total, done, failed, reused } }: Pick<ExperimentSummary, 'cells'>): string {
  const more = [
    ...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
    ...(reused === 0 ? [] : [`${formatCount(reused)} reused`]),
  ]
  return [`${formatCount(done)} of ${formatCount(total)} done`, ...more].join(', ')
}

/** What the primary metric says of each variant, by the names that screen and report use. */
function decisionText(results: ExperimentResults): string {
  const names = distinctNames(results.variants)
  const named = (id: string): string => nameOf(names.get(id) ?? id)
  const decision = describeDecision(results, named)
  const second = describeSecondSample(results, nameOf)
  return [
    ...(decision?.lines ?? []).flatMap(({ text, limit }) => (limit === '' ? [text] : [text, limit])),
    ...(decision === null ? [] : [`${decision.title}.`]),
    ...(second === '' ? [] : [second]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Whether headline figures at the cut go with the outcome of the tasks. */
function outcomesText({ outcomes, metrics }: ExperimentResults): string {
  return outcomes
    .flatMap((split) => {
      const metric = metrics.find(({ id }) => id === split.metric)
      return metric === undefined ? [] : [`${describeOutcomeSplit(split, metric, nameOf)}\n`]
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
function meansText({ metrics, variants, comparisons }: ExperimentResults): string {
  const measured = metrics.filter(
    (metric) => isOfEveryCell(metric) || variants.some((variant) => variant.metrics[metric.id] !== undefined),
  )
  if (measured.length === 0) return ''
  const verdicts = new Map(comparisons.map(({ b, metric, verdict }) => [`${b} ${metric}`, verdict.word]))
  const rows = measured.map(({ id, unit, group }) => [
    nameOf(id),
    ...variants.map((variant) => {
      const word = verdicts.get(`${variant.id} ${id}`)
      const stated = group === 'cost' && variant.isCostStated === true ? ` ${statedByArm}` : ''
      return `${meanText(variant.metrics[id], unit)}${stated} ${word === undefined ? ' ' : signs[word]}`
    }),
  ])
  const columns = [
    { title: 'metric' },
    ...variants.map(({ id }) => ({ title: `${nameOf(id)}  `, align: 'right' as const })),
  ]
  const legend =
    comparisons.length === 0
      ? ''
      : 'Against the baseline: + better, - worse, = no meaningful difference, ? not enough data.\n'
  return formatTable(columns, rows) + legend
}

function meanText(summary: MetricSummary | undefined, unit: MetricUnit): string {
  if (summary === undefined) return '–'
  return withCoverage(experimentValue(summary.mean, unit), summary)
}

/** A value, and behind it how many checkpoints it rests on where that is not all: `$0.0045 (6 of 29)`. */
function withCoverage(value: string, rest: Parameters<typeof coverageText>[0]): string {
  const coverage = coverageText(rest)
  return coverage === '' ? value : `${value} (${coverage})`
}

/** The comparisons that found a difference, and how many did not. */
function verdictsText({ metrics, comparisons, baselineId, rules }: ExperimentResults): string {
  if (comparisons.length === 0) return ''
  const of = (...words: readonly Verdict['word'][]): readonly VariantComparison[] =>
    comparisons.filter(({ verdict }) => words.includes(verdict.word))
  const columns = [
    { title: `against ${nameOf(baselineId)}` },
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
    of('better', 'worse').map((comparison) => verdictRow(comparison, metrics)),
  )
  const same = of('no-difference').length
  const sameText = same === 0 ? '' : `No meaningful difference in ${countOf(same, 'comparison')}.\n`
  return table + sameText + missingText(of('not-enough-data'), rules.fewestTasks) + correctedText(comparisons)
}

/** How many comparisons each family is corrected over. */
function correctedText(comparisons: readonly VariantComparison[]): string {
  const families = new Map(
    comparisons.filter(({ family }) => family !== 'metric').map((one) => [one.family, familyWords(one)]),
  )
  return families.size === 0 ? '' : `Families: ${[...families.values()].join('; ')}.\n`
}

function verdictRow(comparison: VariantComparison, metrics: readonly MetricInfo[]): string[] {
  const { b, metric, verdict, difference, low, high, p, pairs, outOf, family } = comparison
  const unit = metrics.find(({ id }) => id === metric)?.unit ?? 'share'
  const signed = (value: number | null): string => (value === null ? '' : experimentDifference(value, unit))
  return [
    nameOf(b),
    nameOf(metric),
    verdict.word,
    signed(difference),
    low === null || high === null ? '' : `${signed(low)} to ${signed(high)}`,
    p === null ? '' : p < 0.001 ? '< 0.001' : p.toFixed(3),
    withCoverage(clusterWords(comparison), { n: pairs.length, outOf }),
    family === 'again' ? 'second sample' : family,
  ]
}

function missingText(missing: readonly VariantComparison[], fewestTasks: number): string {
  if (missing.length === 0) return ''
  const more = missing.flatMap(({ verdict }) =>
    verdict.word === 'not-enough-data' ? (verdict.more.tasks ?? []) : [],
  )
  const advice = missing.every(({ tasks }) => tasks < fewestTasks)
    ? ` A verdict needs at least ${countOf(fewestTasks, 'task')} with a value.`
    : more.length === 0
      ? ''
      : ` About ${countOf(findSmallest(more), 'more task')} for the nearest of them.`
  return `Not enough data for ${countOf(missing.length, 'comparison')}.${advice}\n`
}

const stateWords: Readonly<Record<AssertionResult['state'], string>> = {
  ok: 'holds',
  failed: 'FAILED',
  inconclusive: 'INCONCLUSIVE',
}

/** One assertion a line, and below them why those are inconclusive that are. */
function assertionsText({ assertions }: ExperimentResults): string {
  const open = assertions.filter(({ state }) => state === 'inconclusive')
  const reasons = open.map(({ message }) => `inconclusive: ${oneLine(message, 400)}\n`)
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
      nameOf(variant),
      nameOf(metric),
      oneLine(expected),
      value === null ? 'no value' : withCoverage(String(Number(value.toPrecision(4))), rest),
    ]),
  )
  return table + reasons.join('')
}

/** `experiment list` for people. */
export function experimentsText(experiments: readonly ExperimentSummary[]): string {
  if (experiments.length === 0)
    return asTyped(
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
      cellsText(experiment),
      experiment.finishedTs === null ? '' : formatDuration(experiment.finishedTs - experiment.createdTs),
      formatUsd(experiment.costUsd),
      oneLine(experiment.name, 60),
    ]),
  )
}
