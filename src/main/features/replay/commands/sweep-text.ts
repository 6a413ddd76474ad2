import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Interval } from '../../../../shared/condense/comparison-types.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { thinSpace } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import type { SweepResult, SweepRow } from '../../../../shared/replay/sweep-types.ts'
import {
  leftOutTexts,
  sweepAnswer,
  sweepNotes,
  sweepRule,
  describeWindowSetting,
} from '../../../../shared/replay/sweep-words.ts'
import { formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** `when` for people: the answer first, then what else is to be known, the table and the settings of agents. */
export function sweepText(result: SweepResult, metrics: readonly MetricInfo[]): string {
  const { recommended, windows, sweep, leftOut } = result
  const shown = metrics.filter(({ id }) => sweep.some(({ figures }) => id in figures))
  const findMetricLabel = (figure: string): string => metrics.find(({ id }) => id === figure)?.label ?? figure
  const sections = [
    `${normaliseSpaces(sweepAnswer(result))}\n`,
    recommended === null
      ? ''
      : `${sweepNotes(recommended, findMetricLabel).map(normaliseSpaces).join('\n')}\n`,
    windows.length < 2
      ? ''
      : `${windows.map((one) => normaliseSpaces(describeWindowSetting(one))).join('\n')}\n`,
    formatSweepRows(sweep),
    formatIdleSettings(sweep),
    formatSweepFigures(sweep, shown),
    formatSweepBaseline(result),
    formatRecommendedSettings(result),
    formatLeftOutTasks(leftOut),
  ]
  return sections.filter((section) => section.trim() !== '').join('\n')
}

/** Sentences of the screen have thin spaces, which terminals may not. */
function normaliseSpaces(text: string): string {
  return text.replaceAll(thinSpace, ' ')
}

function formatSweepRows(rows: readonly SweepRow[]): string {
  return formatTable(
    [
      { title: 'arm' },
      ...[
        'at tokens',
        '$ a task',
        '95 %',
        'against recorded',
        'against never',
        'condensed',
        'tasks',
        'break-even',
      ].map(buildRightColumn),
    ],
    rows
      .filter(({ condensedTasks }) => condensedTasks > 0)
      .map((row) => [
        row.arm,
        formatCount(row.thresholdTokens),
        formatUsd(row.costUsd),
        formatInterval(row.interval),
        row.againstRecorded === null ? '' : formatUsd(row.againstRecorded.costUsd),
        formatUsd(row.againstNever.costUsd),
        row.condensations.toFixed(1),
        `${row.condensedTasks} of ${row.tasks}`,
        breakEvenText(row),
      ]),
  )
}

/** What the cheapest setting of each arm keeps. */
function formatSweepFigures(rows: readonly SweepRow[], metrics: readonly MetricInfo[]): string {
  const condensing = rows.filter(({ condensedTasks }) => condensedTasks > 0)
  const cheapest = [...Map.groupBy(condensing, ({ arm }) => arm).values()].flatMap(
    (own) => own.toSorted((a, b) => a.costUsd - b.costUsd)[0] ?? [],
  )
  return formatTable(
    [{ title: 'cheapest of each arm' }, ...metrics.map(({ label }) => buildRightColumn(label.toLowerCase()))],
    cheapest.map((row) => [
      `${row.arm} at ${formatCount(row.thresholdTokens)}`,
      ...metrics.map(({ id, unit }) => normaliseSpaces(formatMetric(row.figures[id]?.value ?? null, unit))),
    ]),
  )
}

const buildRightColumn = (title: string) => ({ title, align: 'right' as const })

/** Settings at which nothing is condensed, folded into a line for each arm. */
function formatIdleSettings(rows: readonly SweepRow[]): string {
  const idle = rows.filter(({ condensedTasks }) => condensedTasks === 0)
  return formatPairs(
    [...Map.groupBy(idle, ({ arm }) => arm)].map(([arm, own]): [string, string] => {
      const all = rows.filter((row) => row.arm === arm).length
      const places = own.map(({ thresholdTokens }) => formatCount(thresholdTokens)).join(' · ')
      return [arm, own.length === all ? 'never condenses at any size' : `condensed nothing at ${places}`]
    }),
  )
}

function formatInterval(interval: Interval | null): string {
  return interval === null ? '' : `${formatUsd(interval.low)} to ${formatUsd(interval.high)}`
}

function breakEvenText({ breakEvenRequests, paidBack }: SweepRow): string {
  if (paidBack.of === 0) return ''
  return breakEvenRequests === null ? 'never' : `${Number(breakEvenRequests.toFixed(1))} requests`
}

function formatSweepBaseline({ never, recorded, tasks }: SweepResult): string {
  return formatPairs([
    [
      'tasks',
      `${formatCountWithNoun(tasks.length, 'task')}, ${formatCountWithNoun(
        tasks.reduce((sum, { requests }) => sum + requests, 0),
        'request',
      )}`,
    ],
    [
      'never condensing',
      `${formatUsd(never.costUsd)} a task ${formatBracketedInterval(never.interval)}`.trim(),
    ],
    [
      'as recorded',
      recorded === null
        ? ''
        : `${formatUsd(recorded.costUsd)} a task ${formatBracketedInterval(recorded.interval)}`.trim(),
    ],
    ['rule', sweepRule],
  ])
}

function formatBracketedInterval(interval: Interval | null): string {
  return interval === null ? '' : `(95 %: ${formatInterval(interval)})`
}

function formatRecommendedSettings({ recommended }: SweepResult): string {
  if (recommended === null || recommended.verdict === 'never-reached') return ''
  const pairs = Object.entries(recommended.settings.agent).map(([agent, settings]): [string, string] => [
    agent,
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', '),
  ])
  return `To condense at ${formatCount(recommended.thresholdTokens)} of ${formatCount(recommended.windowTokens)} tokens:\n${formatPairs(pairs)}`
}

/** Tasks that are named; `--json` has all. */
const mostNamed = 8

function formatLeftOutTasks(leftOut: SweepResult['leftOut']): string {
  const told = leftOut.filter(({ reason }) => reason !== 'over-limit')
  const over = leftOut.length - told.length
  const more = told.length - mostNamed
  return formatPairs([
    ...told
      .slice(0, mostNamed)
      .map(({ id, title, reason }): [string, string] => [
        'left out',
        `${formatOneLine(title === '' ? id : title, 60)}: ${leftOutTexts[reason]}`,
      ]),
    ...(more > 0
      ? [['', `and ${formatCountWithNoun(more, 'task')} more, which --json lists`] satisfies [string, string]]
      : []),
    ...(over > 0
      ? [
          ['not played', `${formatCountWithNoun(over, 'shorter task')} (use --tasks for more)`] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ])
}
