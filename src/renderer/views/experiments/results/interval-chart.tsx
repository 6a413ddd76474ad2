import { useId } from 'react'
import type { MetricSummary } from '../../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { coverageText } from '../../../../shared/lib/coverage.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { ColumnLines } from '../../../components/chart/axis-lines.tsx'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import styles from './charts.module.css'
import { FigureLink } from './figure-link.tsx'
import { niceAxis } from '../../../lib/nice-axis.ts'

type IntervalRow = { readonly id: string; readonly name: string; readonly summary: MetricSummary }

/** The mean of each variant on one metric, with its interval. */
export function IntervalChart({ metric, title }: { readonly metric: MetricInfo; readonly title: string }) {
  const { results, names } = useExperiment()
  const rows = names.order.flatMap((id): IntervalRow[] => {
    const summary = results?.variants.find((variant) => variant.id === id)?.metrics[metric.id]
    return summary === undefined ? [] : [{ id, name: names.nameOf(id), summary }]
  })
  return (
    <ChartFrame
      title={title}
      note={`Mean over the checkpoints with 95 % interval; ${metric.direction === 'lower' ? 'less' : 'more'} is better.`}
      columns={columnsOf(metric)}
      rows={rows}
    >
      {rows.some(({ summary }) => summary.mean !== 0) ? (
        <IntervalPlot metric={metric} rows={rows} />
      ) : (
        <p className={styles.empty}>
          {rows.length === 0
            ? 'No cell has a value of this metric.'
            : `${metric.label} is ${formatMetric(0, metric.unit)} for every variant, so there is nothing to draw.`}
        </p>
      )}
    </ChartFrame>
  )
}

function columnsOf(metric: MetricInfo): readonly TableColumn<IntervalRow>[] {
  const figure = (
    id: string,
    header: string,
    of: (row: IntervalRow) => number | null,
  ): TableColumn<IntervalRow> => ({
    id,
    header,
    align: 'end',
    value: of,
    cell: (row) => formatBare(of(row), metric.unit),
  })
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    {
      ...figure('mean', headerOf(metric), ({ summary }) => summary.mean),
      cell: ({ id, summary }) => (
        <FigureLink variantId={id} metric={metric.id}>
          {formatBare(summary.mean, metric.unit)}
        </FigureLink>
      ),
    },
    {
      ...figure('n', 'Checkpoints', ({ summary }) => summary.n),
      cell: ({ summary }) => coverageText(summary) || formatInteger(summary.n),
    },
    figure('low', 'Low', ({ summary }) => summary.low),
    figure('high', 'High', ({ summary }) => summary.high),
  ]
}

/** A mean, and how many checkpoints it rests on where that is not all. */
function labelOf(summary: MetricSummary, { unit }: MetricInfo): string {
  const coverage = coverageText(summary)
  return `${formatBare(summary.mean, unit)}${coverage === '' ? '' : ` (${coverage})`}`
}

const width = 560
const left = 128
const right = 112
const head = 8
const foot = 34
const rowHeight = 22

function IntervalPlot({
  metric,
  rows,
}: {
  readonly metric: MetricInfo
  readonly rows: readonly IntervalRow[]
}) {
  const { names } = useExperiment()
  const id = useId()
  const { unit, label } = metric
  const axis = niceAxis(
    rows
      .flatMap(({ summary }) => [summary.mean, summary.low ?? summary.mean, summary.high ?? summary.mean])
      .concat(0),
    left,
    width - right,
    4,
  )
  const toX = axis.place
  const height = head + rows.length * rowHeight + foot
  const bottom = height - foot
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.plot}
      role="img"
      aria-labelledby={`${id}-title`}
    >
      <title id={`${id}-title`}>
        {`${label}: ${rows.map(({ name, summary }) => `${name} ${labelOf(summary, metric)}`).join('; ')}`}
      </title>
      <ColumnLines axis={axis} top={head} bottom={bottom} format={(tick) => formatBare(tick, unit)} />
      <text x={width - right} y={height - 4} textAnchor="end">
        {headerOf(metric)}
      </text>
      {rows.map(({ id: variantId, name, summary }, index) => {
        const { mean, low, high } = summary
        const y = head + index * rowHeight + rowHeight / 2
        const place = names.placeOf(variantId)
        return (
          <g key={variantId} {...variantColour(place)}>
            <text x={8} y={y + 4}>
              {name.length > 18 ? `${name.slice(0, 17)}…` : name}
            </text>
            <line className={styles.interval} x1={toX(low ?? mean)} x2={toX(high ?? mean)} y1={y} y2={y} />
            <path d={shapeOutline(variantLook(place).shape, toX(mean), y)} />
            <text x={width - 8} y={y + 4} textAnchor="end" className={styles.label}>
              {labelOf(summary, metric)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
