import { buildQualityGapNotes } from '../../../../shared/activity/metric-words.ts'
import type {
  MetricsFigures,
  MetricsGroup,
  MetricsReport,
  Spread,
} from '../../../../shared/activity/metrics-types.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** `metrics` for people. */
export function formatMetricsReport({ by, runs, total, groups }: MetricsReport): string {
  if (runs === 0)
    return formatAsTyped(
      'No runs to measure. Start one with `dewpoint condense <task> --provider lossless`.\n',
    )
  const columns = [{ title: by }, ...figureColumns]
  const all = groups.length > 1 ? [['all', ...formatMetricsFigures(total)]] : []
  const table = formatTable(columns, [
    ...groups.map(({ label, figures }) => [formatOneLine(label, 40), ...formatMetricsFigures(figures)]),
    ...all,
  ])
  const failures = groups.flatMap((group) => buildFailureRows(group))
  return [
    table,
    formatTable(
      [
        { title: 'failed' },
        { title: 'reason' },
        { title: 'attempts', align: 'right' },
        { title: 'of all', align: 'right' },
      ],
      failures,
    ),
    formatPairs(buildNotePairs(runs, total)),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const qualityColumns = { survival: 'survival', continuationRecall: 'kept used' } as const

const figureColumns = [
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
].map((title) => ({ title, align: 'right' as const }))

function formatMetricsFigures(figures: MetricsFigures): string[] {
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
  ]
}

/** The mean. */
const shareOrNothing = (share: Spread | null): string =>
  share === null ? '' : formatPercent(100 * share.mean)

const formatPercentOrNothing = (percent: number | null): string =>
  percent === null ? '' : formatPercent(percent)

function buildFailureRows({ label, figures }: MetricsGroup): string[][] {
  return figures.failures.map(({ code, attempts, percent }) => [
    formatOneLine(label, 40),
    formatOneLine(code, 40),
    formatCount(attempts),
    formatPercent(percent),
  ])
}

/** What the figures were measured on, and what they leave out. */
function buildNotePairs(
  runs: number,
  { attempts, byStatus, reused, unpriced, qualityGaps }: MetricsFigures,
): [string, string][] {
  const pending =
    qualityGaps.find(({ figure, code }) => figure === 'survival' && code === 'pending')?.attempts ?? 0
  const left = (['running', 'cancelled', 'interrupted', 'not-needed'] as const)
    .filter((status) => byStatus[status] > 0)
    .map((status) => `${formatCount(byStatus[status])} ${status.replace('-', ' ')}`)
  return [
    ['measured', `${formatCountWithNoun(attempts, 'attempt')} in ${formatCountWithNoun(runs, 'run')}`],
    ['not counted', left.join(', ')],
    [
      'not timed or priced',
      reused === 0 ? '' : `${formatCountWithNoun(reused, 'attempt')} answered from the cache`,
    ],
    ...buildQualityGapNotes(qualityGaps.filter(({ code }) => code !== 'pending')).map(
      ({ figure, text }): [string, string] => [qualityColumns[figure], text],
    ),
    [
      'quality',
      pending === 0
        ? ''
        : `not measured yet for ${formatCountWithNoun(pending, 'result')} (--quality measures it)`,
    ],
    [
      'not priced',
      unpriced === 0 ? '' : `${formatCountWithNoun(unpriced, 'attempt')} of models without a known price`,
    ],
  ]
}
