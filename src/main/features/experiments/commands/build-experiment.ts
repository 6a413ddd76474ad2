import { formatCoverage, isOfEveryCell } from '../../../../shared/activity/metric-words.ts'
import type { MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { describeOutcomeSplit, describeSecondSample } from '../../../../shared/condense/outcome-words.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
} from '../../../../shared/document/document.ts'
import { buildAssertionTable } from '../../../../shared/experiments/build-assertion-table.ts'
import { buildComparisons } from '../../../../shared/experiments/build-comparisons.ts'
import { buildControlTables } from '../../../../shared/experiments/build-control-tables.ts'
import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import { describeDecision } from '../../../../shared/experiments/describe-decision-words.ts'
import type {
  ExperimentResults,
  MetricSummary,
} from '../../../../shared/experiments/experiment-results-types.ts'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { findMissingFigures } from '../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures, statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { buildDistinctNames } from '../../../../shared/kernel/build-distinct-names.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { describePerhapsPaid } from '../../../../shared/kernel/words/perhaps-paid.ts'
import { blindSpots } from '../../../../shared/kernel/words/state-words.ts'
import { verdictLooks } from '../../../../shared/kernel/words/verdict-words.ts'
import {
  describeDoneElsewhere,
  describeExperimentOwner,
} from '../../../../shared/kernel/words/whose-words.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'

/** `experiment show`: what it says, what it was, the figures of each variant, the verdicts, the assertions. */
export function buildExperiment(
  { summary, plan, cells }: Pick<ExperimentDetail, 'summary' | 'plan' | 'cells'>,
  results: ExperimentResults,
): readonly Block[] {
  const { primary, metrics, outcomes } = results
  const decisive = metrics.filter(({ id }) => id === primary?.metric || id === `${primary?.metric}-summary`)
  const controls = buildControlTables({ ...results, metrics: decisive })
  return [
    buildDecision(results),
    buildExperimentFacts(summary, cells, results),
    buildMeans(results),
    buildText(describeMissingFigures(findMissingFigures(plan, cells))),
    ...controls,
    buildText(controls.length > 0 && blindSpots),
    ...buildComparisons(results),
    // Whether headline figures at the cut go with the outcome of the tasks.
    buildText(
      outcomes.map((split) => {
        const metric = metrics.find(({ id }) => id === split.metric)
        return metric !== undefined && describeOutcomeSplit(split, metric, formatName)
      }),
    ),
    buildAssertionTable(results),
  ]
}

/** Ids of imported experiments may hold anything. */
const formatName = (id: string): string => formatOneLine(id, 64)

function buildExperimentFacts(
  summary: ExperimentSummary,
  cells: ExperimentDetail['cells'],
  { baselineId, flipRate, notes }: ExperimentResults,
): Block {
  const { tasks, checkpoints, variants } = summary
  return buildFacts([
    ['experiment', summary.id],
    ['name', summary.name],
    ['whose', describeExperimentOwner(summary) ?? ''],
    ['question', summary.question],
    ['status', summary.reason === '' ? summary.status : `${summary.status}: ${summary.reason}`],
    ['cells', formatCellCounts(summary)],
    ['by others', describeDoneElsewhere(cells) ?? ''],
    [
      'over',
      `${formatCountWithNoun(variants, 'variant')}, ${formatCountWithNoun(checkpoints, 'cut')}, ${formatCountWithNoun(tasks, 'task')}`,
    ],
    ['baseline', formatName(baselineId)],
    ['paid', `${formatUsd(summary.costUsd)}${describePerhapsPaid(summary.perhapsPaid)}`],
    ['note', notes],
    flipRate !== null && ['flip rate', `${(100 * flipRate).toFixed(1)} % of the pairwise judgements`],
  ])
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
function buildDecision(results: ExperimentResults): Block {
  const names = buildDistinctNames(results.variants)
  const decision = describeDecision(results, (id) => formatName(names.get(id) ?? id))
  return buildText(
    (decision?.lines ?? []).flatMap(({ text, limit }) => [text, limit]),
    decision && `${decision.title}.`,
    describeSecondSample(results, formatName),
  )
}

/** One metric a line, one variant a column; behind each mean the sign of its verdict. */
function buildMeans({ metrics, variants, comparisons }: ExperimentResults): Block {
  const measured = metrics.filter(
    (metric) => isOfEveryCell(metric) || variants.some((variant) => variant.metrics[metric.id] !== undefined),
  )
  const verdicts = new Map(comparisons.map(({ b, metric, verdict }) => [`${b} ${metric}`, verdict.word]))
  const legend = Object.values(verdictLooks).map(({ sign, short }) => `${sign} ${short}`)
  return buildTable(
    ['metric', ...alignRight(variants.map(({ id }) => formatName(id)))],
    measured.map(({ id, unit, group }) => [
      formatName(id),
      ...variants.map((variant) => {
        const word = verdicts.get(`${variant.id} ${id}`)
        const stated = group === 'cost' && variant.isCostStated === true ? ` ${statedByArm}` : ''
        const sign = word === undefined ? '' : ` ${verdictLooks[word].sign}`
        return `${formatMean(variant.metrics[id], unit)}${stated}${sign}`
      }),
    ]),
    { note: comparisons.length === 0 ? '' : `Against the baseline: ${legend.join(', ')}.` },
  )
}

/** A mean, and behind it how many checkpoints it rests on where that is not all: `$0.0045 (6 of 29)`. */
function formatMean(summary: MetricSummary | undefined, unit: MetricUnit): string {
  if (summary === undefined) return '–'
  const coverage = formatCoverage(summary)
  return `${formatMetric(summary.mean, unit)}${coverage === '' ? '' : ` (${coverage})`}`
}

/** `experiment list`. */
export function buildExperimentList(experiments: readonly ExperimentSummary[]): readonly Block[] {
  if (experiments.length === 0)
    return [
      buildText(
        'No experiments yet. Start one with `dewpoint experiment run <file>`, such as those in examples/.',
      ),
    ]
  return [
    buildTable(
      ['id', 'started (UTC)', 'status', 'cells', ...alignRight('took', 'cost'), 'name'],
      experiments.map((experiment) => [
        experiment.id,
        formatTime(experiment.createdTs),
        describeStatus(experiment),
        formatCellCounts(experiment),
        experiment.finishedTs === null ? '' : formatDuration(experiment.finishedTs - experiment.createdTs),
        formatUsd(experiment.costUsd),
        formatOneLine(experiment.name, 60),
      ]),
    ),
  ]
}

function describeStatus({ isSample, pushedBy, isImported, status }: ExperimentSummary): string {
  if (isSample) return 'sample'
  if (pushedBy !== undefined) return 'of the team'
  return isImported ? 'imported' : status
}
