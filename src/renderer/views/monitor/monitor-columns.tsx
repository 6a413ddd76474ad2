import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AttemptStatus, MetricsGroup, MetricsReport } from '../../../shared/domain/metrics.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../shared/lib/format-figures.ts'
import { SpreadBox } from '../../components/spread-box.tsx'
import type { TableColumn } from '../../components/table-column.ts'
import { groupingLabels } from './monitor-controls.tsx'
import styles from './monitor.module.css'
import { totalCost } from './total-cost.ts'

/** The address of the runs of a group that ended in one way. */
export type RunsOf = (group: MetricsGroup | null, status?: AttemptStatus, code?: string) => string

/** What the Monitor says about a group. Figures with nothing to be measured on are dashes. */
export function monitorColumns(
  by: MetricsReport['by'],
  runsOf: RunsOf,
): readonly TableColumn<MetricsGroup>[] {
  return [
    { id: 'group', header: groupingLabels[by], value: ({ label }) => label },
    end('attempts', 'Attempts', 76, ({ figures }) => figures.attempts, formatInteger),
    {
      ...end(
        'reduction',
        'Reduction (median)',
        200,
        ({ figures }) => figures.reductionPercent?.median ?? null,
      ),
      cell: ({ figures: { reductionPercent: spread } }) =>
        spread === null ? (
          '–'
        ) : (
          <span className={styles.spread} title={plotNote}>
            <SpreadBox spread={spread} scale={[0, 100]} />
            <span className={styles.median}>{formatPercent(spread.median)}</span>
          </span>
        ),
    },
    end('mean', 'Mean', 76, ({ figures }) => figures.reductionPercent?.mean ?? null, formatPercent),
    end('p50', 'Time p50', 84, ({ figures }) => figures.durationMs?.median ?? null, formatDuration),
    end('p95', 'Time p95', 84, ({ figures }) => figures.durationMs?.p95 ?? null, formatDuration),
    end('speed', 'Tokens/s', 84, ({ figures }) => figures.tokensPerSecond, formatInteger),
    end('cost', 'Cost each', 84, ({ figures }) => figures.costUsd?.mean ?? null, formatUsd),
    {
      ...end('paid', 'Cost in sum', 96, ({ figures }) => figures.totalCostUsd),
      cell: ({ figures }) => totalCost(figures),
    },
    {
      ...end('failed', 'Failed', 76, ({ figures }) => figures.failurePercent),
      cell: (group) => share(group.figures.failurePercent, runsOf(group, 'failed'), 'bad'),
    },
    {
      ...end('insufficient', 'Too little', 84, ({ figures }) => figures.insufficientPercent),
      cell: (group) => share(group.figures.insufficientPercent, runsOf(group, 'insufficient'), 'caution'),
    },
  ]
}

const plotNote =
  'From 0 to 100 %: a line from least to most, a box over the middle half, a mark at the median'

type Copied = Pick<TableColumn<MetricsGroup>, 'header' | 'value'>

/** What is copied: the columns, and the whole of the spreads. */
export function copiedColumns(columns: readonly TableColumn<MetricsGroup>[]): readonly Copied[] {
  return [
    ...columns,
    { header: 'Condensed', value: ({ figures }) => figures.byStatus.condensed },
    { header: 'Insufficient', value: ({ figures }) => figures.byStatus.insufficient },
    { header: 'Unchanged', value: ({ figures }) => figures.byStatus.unchanged },
    { header: 'Failures', value: ({ figures }) => figures.byStatus.failed },
    { header: 'Reduction q1', value: ({ figures }) => figures.reductionPercent?.q1 ?? null },
    { header: 'Reduction q3', value: ({ figures }) => figures.reductionPercent?.q3 ?? null },
    { header: 'Tokens saved', value: ({ figures }) => figures.tokensSaved },
  ]
}

function end(
  id: string,
  header: string,
  width: number,
  value: (group: MetricsGroup) => number | null,
  format?: (value: number) => string,
): TableColumn<MetricsGroup> {
  const column = { id, header, width, align: 'end', value } as const
  if (format === undefined) return column
  const cell = (group: MetricsGroup): string => {
    const figure = value(group)
    return figure === null ? '–' : format(figure)
  }
  return { ...column, cell }
}

/** A share that leads to the runs behind it, where there are some. */
function share(percent: number | null, href: string, tone: string): ReactNode {
  if (percent === null) return '–'
  if (percent === 0) return formatPercent(0)
  return (
    <Link href={href} className={styles.share ?? ''} data-tone={tone}>
      {formatPercent(percent)}
    </Link>
  )
}
