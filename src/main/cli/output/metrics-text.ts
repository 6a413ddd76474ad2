import { asTyped } from '../../services/own-command.ts'
import type { MetricsFigures, MetricsGroup, MetricsReport, Spread } from '../../../shared/domain/metrics.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { qualityGapNotes } from '../../../shared/words/metric-words.ts'
import { formatDuration, formatPercent, formatUsd, oneLine } from './figures.ts'
import { formatPairs, formatTable } from './table.ts'

/** `metrics` for people. */
export function metricsText({ by, runs, total, groups }: MetricsReport): string {
  if (runs === 0)
    return asTyped('No runs to measure. Start one with `dewpoint condense <task> --provider lossless`.\n')
  const columns = [{ title: by }, ...figureColumns]
  const all = groups.length > 1 ? [['all', ...figuresOf(total)]] : []
  const table = formatTable(columns, [
    ...groups.map(({ label, figures }) => [oneLine(label, 40), ...figuresOf(figures)]),
    ...all,
  ])
  const failures = groups.flatMap((group) => failuresOf(group))
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
    formatPairs(notesOf(runs, total)),
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

function figuresOf(figures: MetricsFigures): string[] {
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
    percentOrNothing(figures.failurePercent),
    percentOrNothing(figures.insufficientPercent),
  ]
}

/** The mean. */
const shareOrNothing = (share: Spread | null): string =>
  share === null ? '' : formatPercent(100 * share.mean)

const percentOrNothing = (percent: number | null): string => (percent === null ? '' : formatPercent(percent))

function failuresOf({ label, figures }: MetricsGroup): string[][] {
  return figures.failures.map(({ code, attempts, percent }) => [
    oneLine(label, 40),
    oneLine(code, 40),
    formatCount(attempts),
    formatPercent(percent),
  ])
}

/** What the figures were measured on, and what they leave out. */
function notesOf(
  runs: number,
  { attempts, byStatus, reused, unpriced, qualityGaps }: MetricsFigures,
): [string, string][] {
  const pending =
    qualityGaps.find(({ figure, code }) => figure === 'survival' && code === 'pending')?.attempts ?? 0
  const left = (['running', 'cancelled', 'interrupted', 'not-needed'] as const)
    .filter((status) => byStatus[status] > 0)
    .map((status) => `${formatCount(byStatus[status])} ${status.replace('-', ' ')}`)
  return [
    ['measured', `${countOf(attempts, 'attempt')} in ${countOf(runs, 'run')}`],
    ['not counted', left.join(', ')],
    ['not timed or priced', reused === 0 ? '' : `${countOf(reused, 'attempt')} answered from the cache`],
    ...qualityGapNotes(qualityGaps.filter(({ code }) => code !== 'pending')).map(
      ({ figure, text }): [string, string] => [qualityColumns[figure], text],
    ),
    [
      'quality',
      pending === 0 ? '' : `not measured yet for ${countOf(pending, 'result')} (--quality measures it)`,
    ],
    ['not priced', unpriced === 0 ? '' : `${countOf(unpriced, 'attempt')} of models without a known price`],
  ]
}
