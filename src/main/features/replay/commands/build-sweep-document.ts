import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Interval } from '../../../../shared/condense/comparison-types.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { MeanCost, SweepResult, SweepRow } from '../../../../shared/replay/sweep-types.ts'
import {
  buildAgentSettings,
  buildRecordedTriggerBlocks,
  buildTriggerBlocks,
  listLeftOutTasks,
  listSweepNotes,
  sweepAnswer,
  sweepRule,
} from '../../../../shared/replay/sweep-words.ts'

/** `when`: the answer first, then what else is to be known, the table and the settings of agents. */
export function buildSweepDocument(result: SweepResult, metrics: readonly MetricInfo[]): readonly Block[] {
  const { sweep } = result
  const shown = metrics.filter(({ id }) => sweep.some(({ figures }) => id in figures))
  return [
    buildText(sweepAnswer(result)),
    buildText(listSweepNotes(result, metrics)),
    buildCostTable(sweep),
    buildIdleFacts(sweep),
    buildFigureTable(sweep, shown),
    buildBaselineFacts(result),
    ...buildTriggerBlocks(result),
    ...buildRecordedTriggerBlocks(result),
    ...buildAgentSettings(result),
    buildText(
      listLeftOutTasks(result, 8),
      result.leftOut.some(({ reason }) => reason === 'over-limit') && 'Use --tasks for more.',
    ),
  ]
}

function buildCostTable(rows: readonly SweepRow[]): Block {
  return buildTable(
    [
      'method',
      ...alignRight('at tokens', '$ a task', 'median', 'against recorded', 'against never', '95 %'),
      ...alignRight('condensed', 'tasks', 'break-even'),
    ],
    rows
      .filter(({ condensedTasks }) => condensedTasks > 0)
      .map((row) => [
        row.arm,
        formatCount(row.thresholdTokens),
        formatUsd(row.costUsd),
        formatUsd(row.medianUsd),
        row.againstRecorded === null ? '' : formatUsd(row.againstRecorded.costUsd),
        formatUsd(row.againstNever.costUsd),
        formatInterval((row.againstRecorded ?? row.againstNever).interval),
        row.condensations.toFixed(1),
        `${row.condensedTasks} of ${row.tasks}`,
        describeBreakEven(row),
      ]),
  )
}

/** What the cheapest setting of each arm keeps. */
function buildFigureTable(rows: readonly SweepRow[], metrics: readonly MetricInfo[]): Block {
  const condensing = rows.filter(({ condensedTasks }) => condensedTasks > 0)
  const cheapest = [...Map.groupBy(condensing, ({ arm }) => arm).values()].flatMap(
    (own) => own.toSorted((a, b) => a.costUsd - b.costUsd)[0] ?? [],
  )
  return buildTable(
    ['cheapest of each method', ...alignRight(metrics.map(({ label }) => label.toLowerCase()))],
    cheapest.map((row) => [
      `${row.arm} at ${formatCount(row.thresholdTokens)}`,
      ...metrics.map(({ id, unit }) => formatMetric(row.figures[id]?.value ?? null, unit)),
    ]),
  )
}

/** Settings at which nothing is condensed, folded into a line for each arm. */
function buildIdleFacts(rows: readonly SweepRow[]): Block {
  const idle = rows.filter(({ condensedTasks }) => condensedTasks === 0)
  return buildFacts(
    [...Map.groupBy(idle, ({ arm }) => arm)].map(([arm, own]): Fact => {
      const all = rows.filter((row) => row.arm === arm).length
      const places = own.map(({ thresholdTokens }) => formatCount(thresholdTokens)).join(' · ')
      return [arm, own.length === all ? 'never condenses at any size' : `condensed nothing at ${places}`]
    }),
  )
}

function formatInterval(interval: Interval | null): string {
  return interval === null ? '' : `${formatUsd(interval.low)} to ${formatUsd(interval.high)}`
}

function describeBreakEven({ breakEvenRequests, paidBack }: SweepRow): string {
  if (paidBack.of === 0) return ''
  return breakEvenRequests === null ? 'never' : `${Number(breakEvenRequests.toFixed(1))} requests`
}

function buildBaselineFacts({ never, recorded, tasks }: SweepResult): Block {
  const formatCost = ({ costUsd, medianUsd }: MeanCost): string =>
    `${formatUsd(costUsd)} a task, the middle one ${formatUsd(medianUsd)}`
  const requests = sum(tasks.map((task) => task.requests))
  return buildFacts([
    ['tasks', `${formatCountWithNoun(tasks.length, 'task')}, ${formatCountWithNoun(requests, 'request')}`],
    ['never condensing', formatCost(never)],
    recorded && ['as recorded', formatCost(recorded)],
    ['rule', sweepRule],
  ])
}
