import { buildQualityGapNotes, describePaid } from '../../../../shared/activity/metric-words.ts'
import type {
  MetricsFigures,
  MetricsGroup,
  MetricsReport,
  Spread,
} from '../../../../shared/activity/metrics-types.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'

/** `metrics`: what stored runs measured, their failures, and what the figures leave out. */
export function buildMetricsReport({ by, runs, paid, total, groups }: MetricsReport): readonly Block[] {
  const paidFacts = buildFacts([['actually paid', describePaid(paid)]])
  if (runs === 0)
    return [
      buildText('No runs to measure. Start one with `dewpoint condense <task> --provider lossless`.'),
      ...(paid.calls === 0 ? [] : [paidFacts]),
    ]
  return [
    buildTable(
      [by, ...figureColumns],
      [
        ...groups.map(({ label, figures }) => [label, ...formatMetricsFigures(figures)]),
        ...(groups.length > 1 ? [['all', ...formatMetricsFigures(total)]] : []),
      ],
    ),
    buildTable(['failed', 'reason', ...alignRight('attempts', 'of all')], groups.flatMap(buildFailureRows)),
    buildNotes(runs, total),
    ...(paid.calls === 0 ? [] : [paidFacts]),
  ]
}

const qualityColumns = { survival: 'survival', continuationRecall: 'kept used' } as const

const figureColumns = alignRight(
  'attempts',
  'reduction (mean)',
  'q1 to q3',
  qualityColumns.survival,
  qualityColumns.continuationRecall,
  'time p50',
  'p95',
  'tok/s',
  'cost each',
  'in sum',
  'failed',
  'too little',
  'fallbacks',
)

function formatMetricsFigures(figures: MetricsFigures): readonly string[] {
  const { reductionPercent: reduction, durationMs: time, tokensPerSecond, costUsd } = figures
  const spread = reduction === null ? '' : `${reduction.q1.toFixed(1)} to ${reduction.q3.toFixed(1)} %`
  return [
    formatCount(figures.attempts),
    reduction === null ? '' : formatPercent(reduction.mean),
    spread,
    shareOrNothing(figures.survival),
    shareOrNothing(figures.continuationRecall),
    time === null ? '' : formatDuration(time.median),
    time === null ? '' : formatDuration(time.p95),
    tokensPerSecond === null ? '' : formatCount(tokensPerSecond),
    costUsd === null ? '' : formatUsd(costUsd.mean),
    `${figures.unpriced > 0 ? '>= ' : ''}${formatUsd(figures.totalCostUsd)}`,
    formatPercentOrNothing(figures.failurePercent),
    formatPercentOrNothing(figures.insufficientPercent),
    formatPercentOrNothing(figures.fallbackPercent),
  ]
}

/** The mean. */
const shareOrNothing = (share: Spread | null): string =>
  share === null ? '' : formatPercent(100 * share.mean)

const formatPercentOrNothing = (percent: number | null): string =>
  percent === null ? '' : formatPercent(percent)

function buildFailureRows({ label, figures }: MetricsGroup): readonly (readonly string[])[] {
  return figures.failures.map(({ code, attempts, percent }) => [
    label,
    code,
    formatCount(attempts),
    formatPercent(percent),
  ])
}

/** What the figures were measured on, and what they leave out. */
function buildNotes(
  runs: number,
  { attempts, byStatus, reused, unpriced, qualityGaps }: MetricsFigures,
): Block {
  const pending =
    qualityGaps.find(({ figure, code }) => figure === 'survival' && code === 'pending')?.attempts ?? 0
  const left = (['running', 'cancelled', 'interrupted', 'not-needed'] as const)
    .filter((status) => byStatus[status] > 0)
    .map((status) => `${formatCount(byStatus[status])} ${status.replace('-', ' ')}`)
  return buildFacts([
    ['measured', `${formatCountWithNoun(attempts, 'attempt')} in ${formatCountWithNoun(runs, 'run')}`],
    ['not counted', left.join(', ')],
    reused > 0 && [
      'not timed or priced',
      `${formatCountWithNoun(reused, 'attempt')} answered from the cache`,
    ],
    ...buildQualityGapNotes(qualityGaps.filter(({ code }) => code !== 'pending')).map(
      ({ figure, text }): Fact => [qualityColumns[figure], text],
    ),
    pending > 0 && [
      'quality',
      `not measured yet for ${formatCountWithNoun(pending, 'result')} (--quality measures it)`,
    ],
    unpriced > 0 && [
      'not priced',
      `${formatCountWithNoun(unpriced, 'attempt')} of models without a known price`,
    ],
  ])
}
