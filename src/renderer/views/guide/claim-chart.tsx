import { useId } from 'react'
import { LevelLines } from '../../components/chart/axis-lines.tsx'
import { ChartFrame } from '../../components/chart/chart-frame.tsx'
import { MarkLabels } from '../../components/chart/mark-labels.tsx'
import { figureColumn } from '../../components/figure-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'
import type { ChartPoint } from './chart-points.ts'
import { ChartMark } from './chart-mark.tsx'
import styles from './comparison-tab.module.css'

type ClaimChartProps = {
  readonly title: string
  readonly note: string
  readonly points: readonly ChartPoint[]
  readonly yLabel: string
  /** From 0 up; the last one is the end of the axis unless a point lies beyond it. */
  readonly yTicks: readonly number[]
  readonly formatY: (value: number) => string
}

/** Marks over the share of tokens that is saved, and the table behind them. */
export function ClaimChart(props: ClaimChartProps) {
  const { title, note, points, yLabel, formatY } = props
  const columns: readonly TableColumn<ChartPoint>[] = [
    { id: 'what', header: 'What', value: ({ label }) => label },
    figureColumn('low', 'Saved from (%)', ({ x }) => x.low, formatShare),
    figureColumn('high', 'Saved to (%)', ({ x }) => x.high, formatShare),
    figureColumn('y', yLabel, ({ y }) => y, formatY),
  ]
  return (
    <ChartFrame title={title} note={note} columns={columns} rows={points}>
      <Plot {...props} />
    </ChartFrame>
  )
}

const size = { width: 560, height: 280, left: 56, right: 12, top: 32, bottom: 40 }
const frame = {
  left: size.left,
  right: size.width - size.right,
  top: 14,
  bottom: size.height - size.bottom,
}
const xTicks = [0, 20, 40, 60, 80, 100]

function Plot({ title, points, yLabel, yTicks, formatY }: ClaimChartProps) {
  const id = useId()
  const top = Math.max(...yTicks, ...points.map(({ y }) => y))
  const toX = (percent: number): number => size.left + (percent / 100) * (size.width - size.left - size.right)
  const toY = (value: number): number =>
    size.height - size.bottom - (value / top) * (size.height - size.bottom - size.top)
  const marks = points
    .map(({ id: of, label, x, y }) => ({ id: of, x: toX(x.middle), y: toY(y), text: label }))
    .toSorted((a, b) => a.x - b.x)
  const summary = points
    .map(({ label, x, y }) => `${label}: ${x.low} to ${x.high} % saved, ${formatY(y)}`)
    .join('; ')
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={styles.plot}
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-summary`}>{summary}</desc>
      <LevelLines
        axis={{ ticks: yTicks, place: toY }}
        left={size.left}
        right={size.width - size.right}
        format={formatY}
      />
      {xTicks.map((tick) => (
        <text key={tick} x={toX(tick)} y={size.height - size.bottom + 16} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text x={size.left} y={10}>
        {yLabel}
      </text>
      <text x={size.width - size.right} y={size.height - 6} textAnchor="end">
        Tokens saved (%)
      </text>
      {points.map((point) => (
        <ChartMark key={point.id} point={point} toX={toX} y={toY(point.y)} />
      ))}
      <MarkLabels marks={marks} frame={frame} />
    </svg>
  )
}
