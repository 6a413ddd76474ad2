import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buildQualityGapNotes, qualityNotes } from '../../../../shared/activity/metric-words.ts'
import type { AttemptStatus, MetricsGroup, MetricsReport } from '../../../../shared/activity/metrics-types.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Inline, Row } from '../../../ui/layout/layout.tsx'
import { SpreadBox } from '../../../ui/plots/spread-box.tsx'
import { groupingLabels } from '../activity-controls.tsx'
import { formatTotalCost } from './format-total-cost.ts'

/** The address of the runs of a group that ended in one way. */
export type RunsOf = (group: MetricsGroup | null, status?: AttemptStatus, code?: string) => string

const figure = buildFigureColumn<MetricsGroup>

/** What is watched of a group. Figures with nothing to be measured on are dashes. */
export function buildMethodColumns(
  by: MetricsReport['by'],
  runsOf: RunsOf,
): readonly TableColumn<MetricsGroup>[] {
  return [
    { id: 'group', header: groupingLabels[by], value: ({ label }) => label },
    figure('attempts', 'Attempts', ({ figures }) => figures.attempts, formatInteger, 76),
    {
      ...figure(
        'reduction',
        'Reduction (median)',
        ({ figures }) => figures.reductionPercent?.median ?? null,
        formatPercent,
        180,
      ),
      cell: ({ figures: { reductionPercent: spread } }) =>
        spread === null ? (
          '–'
        ) : (
          <Row component="span" justify="flex-end" title={plotNote}>
            <SpreadBox spread={spread} scale={[0, 100]} />
            <Inline miw={52}>{formatPercent(spread.median)}</Inline>
          </Row>
        ),
    },
    buildQualityColumn('survival'),
    buildQualityColumn('continuationRecall'),
    figure('p50', 'Time p50', ({ figures }) => figures.durationMs?.median ?? null, formatDuration, 72),
    figure('p95', 'Time p95', ({ figures }) => figures.durationMs?.p95 ?? null, formatDuration, 72),
    figure('cost', 'Mean cost', ({ figures }) => figures.costUsd?.mean ?? null, formatUsd, 76),
    {
      ...figure('paid', 'Paid', ({ figures }) => figures.totalCostUsd, formatUsd, 88),
      cell: ({ figures }) => formatTotalCost(figures),
    },
    {
      ...figure('failed', 'Failed', ({ figures }) => figures.failurePercent, formatPercent, 76),
      cell: (group) => share(group.figures.failurePercent, runsOf(group, 'failed'), 'bad'),
    },
    {
      ...figure(
        'insufficient',
        'Too little',
        ({ figures }) => figures.insufficientPercent,
        formatPercent,
        84,
      ),
      cell: (group) => share(group.figures.insufficientPercent, runsOf(group, 'insufficient'), 'caution'),
    },
    figure('fallbacks', 'Fallbacks', ({ figures }) => figures.fallbackPercent, formatPercent, 84),
  ]
}

const qualityHeaders = { survival: 'Survival', continuationRecall: 'Kept used' } as const

/** A figure of quality: the mean over results, and over how many of them. */
function buildQualityColumn(name: keyof typeof qualityHeaders): TableColumn<MetricsGroup> {
  return {
    ...figure(name, qualityHeaders[name], ({ figures }) => figures[name]?.mean ?? null, formatShare, 76),
    cell: ({ figures }) => {
      const spread = figures[name]
      const gaps = buildQualityGapNotes(figures.qualityGaps).find(({ figure: own }) => own === name)
      const results = spread === null ? '' : `Mean of ${formatCountWithNoun(spread.n, 'result')}`
      const note = [qualityNotes[name], results, gaps?.text ?? ''].filter((text) => text !== '').join('. ')
      return <span title={note}>{spread === null ? '–' : formatShare(spread.mean)}</span>
    },
  }
}

const formatShare = (share: number): string => formatPercent(100 * share)

const plotNote =
  'From 0 to 100 %: a line from least to most, a box over the middle half, a mark at the median'

type Copied = Pick<TableColumn<MetricsGroup>, 'header' | 'value'>

/** What is copied: the columns, and the whole of the spreads. */
export function buildCopiedColumns(columns: readonly TableColumn<MetricsGroup>[]): readonly Copied[] {
  return [
    ...columns,
    { header: 'Condensed', value: ({ figures }) => figures.byStatus.condensed },
    { header: 'Insufficient', value: ({ figures }) => figures.byStatus.insufficient },
    { header: 'Unchanged', value: ({ figures }) => figures.byStatus.unchanged },
    { header: 'Failures', value: ({ figures }) => figures.byStatus.failed },
    { header: 'Reduction q1', value: ({ figures }) => figures.reductionPercent?.q1 ?? null },
    { header: 'Reduction q3', value: ({ figures }) => figures.reductionPercent?.q3 ?? null },
    { header: 'Mean', value: ({ figures }) => figures.reductionPercent?.mean ?? null },
    { header: 'Tokens/s', value: ({ figures }) => figures.tokensPerSecond },
    { header: 'Tokens saved', value: ({ figures }) => figures.tokensSaved },
  ]
}

/** A share that leads to the runs behind it, where there are some. */
function share(percent: number | null, href: string, tone: string): ReactNode {
  if (percent === null) return '–'
  if (percent === 0) return formatPercent(0)
  return (
    <Link href={href} data-tone={tone}>
      {formatPercent(percent)}
    </Link>
  )
}
