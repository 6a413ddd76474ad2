import { useId } from 'react'
import type { MetricSummary } from '../../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { MarkLabels } from '../../../components/chart/mark-labels.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { LevelLines } from '../../../components/chart/axis-lines.tsx'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import styles from './charts.module.css'
import { FigureLink } from './figure-link.tsx'
import { niceAxis, type Axis } from '../../../lib/nice-axis.ts'

type ParetoChartProps = { readonly x: MetricInfo; readonly y: MetricInfo }

type ParetoPoint = {
  readonly id: string
  readonly name: string
  readonly place: number
  readonly x: MetricSummary
  readonly y: MetricSummary
  readonly chance: number | null
  readonly isOnFront: boolean
}

/** What is saved against what is kept: intervals both ways, the front that nothing beats, and chance. */
export function ParetoChart({ x, y }: ParetoChartProps) {
  const { results, names } = useExperiment()
  const points = names.order.flatMap((id): ParetoPoint[] => {
    const variant = results?.variants.find((candidate) => candidate.id === id)
    const [across, up] = [variant?.metrics[x.id], variant?.metrics[y.id]]
    if (variant === undefined || across === undefined || up === undefined) return []
    const { chance, isOnParetoFront: isOnFront } = variant
    return [{ id, name: names.nameOf(id), place: names.placeOf(id), x: across, y: up, chance, isOnFront }]
  })
  return (
    <ChartFrame
      title={`${x.label} against ${y.label.toLowerCase()}`}
      note="Up and to the right is better. The line is the front: nothing saves more and keeps more. Dashes are what a random choice of messages of that size would keep."
      columns={columnsOf({ x, y })}
      rows={points}
    >
      {points.length === 0 ? (
        <p className={styles.empty}>No variant has a value of both, so there is nothing to draw.</p>
      ) : (
        <ParetoPlot x={x} y={y} points={points} />
      )}
      {points.length > mostLabels && (
        <ChartLegend
          label="Marks"
          entries={points.map(({ id, name, place }) => ({ id, name, mark: place }))}
        />
      )}
    </ChartFrame>
  )
}

function columnsOf({ x, y }: ParetoChartProps): readonly TableColumn<ParetoPoint>[] {
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    ...[
      { id: 'x', metric: x, of: (point: ParetoPoint) => point.x },
      { id: 'y', metric: y, of: (point: ParetoPoint) => point.y },
    ].map(({ id, metric, of }) => ({
      id,
      header: headerOf(metric),
      align: 'end' as const,
      value: (point: ParetoPoint) => of(point).mean,
      cell: (point: ParetoPoint) => (
        <FigureLink variantId={point.id} metric={metric.id}>
          {withInterval(of(point), metric)}
        </FigureLink>
      ),
    })),
    {
      id: 'chance',
      header: 'By chance',
      align: 'end',
      value: ({ chance }) => chance,
      cell: ({ chance }) => formatBare(chance, y.unit),
    },
    { id: 'front', header: 'On the front', value: ({ isOnFront }) => (isOnFront ? 'yes' : 'no') },
  ]
}

/** More names than this would hide each other; a legend stands in their place. */
const mostLabels = 6
const size = { width: 560, height: 336, left: 48, right: 16, top: 40, bottom: 40 }
const frame = {
  left: size.left,
  right: size.width - size.right,
  top: 16,
  bottom: size.height - size.bottom,
}

function ParetoPlot({ x, y, points }: ParetoChartProps & { readonly points: readonly ParetoPoint[] }) {
  const id = useId()
  const across = niceAxis(
    points.flatMap((point) => rangeOf(point.x)),
    size.left,
    size.width - size.right,
  )
  const up = niceAxis(
    points.flatMap((point) => [...rangeOf(point.y), point.chance ?? point.y.mean]),
    size.height - size.bottom,
    size.top,
  )
  const [toX, toY] = [across.place, up.place]
  const marks = points
    .map((point) => ({ id: point.id, x: toX(point.x.mean), y: toY(point.y.mean), text: point.name }))
    .toSorted((a, b) => a.x - b.x)
  const front = points.filter(({ isOnFront }) => isOnFront).toSorted((a, b) => a.x.mean - b.x.mean)
  const summary = points
    .map((point) => `${point.name}: ${withInterval(point.x, x)} and ${withInterval(point.y, y)}`)
    .join('; ')
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={styles.plot}
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
    >
      <title id={`${id}-title`}>{`${x.label} against ${y.label}`}</title>
      <desc id={`${id}-summary`}>{summary}</desc>
      <ParetoAxes x={x} y={y} across={across} up={up} />
      <polyline
        className={styles.front}
        points={front.map((point) => `${toX(point.x.mean)},${toY(point.y.mean)}`).join(' ')}
      />
      {points.map((point) => (
        <ParetoMark key={point.id} point={point} toX={toX} toY={toY} />
      ))}
      {points.length <= mostLabels && <MarkLabels marks={marks} frame={frame} />}
    </svg>
  )
}

type ParetoAxesProps = ParetoChartProps & {
  readonly across: Axis
  readonly up: Axis
}

function ParetoAxes({ x, y, across, up }: ParetoAxesProps) {
  return (
    <>
      <LevelLines
        axis={up}
        left={size.left}
        right={size.width - size.right}
        format={(tick) => formatBare(tick, y.unit)}
      />
      {across.ticks.map((tick) => (
        <text key={tick} x={across.place(tick)} y={size.height - size.bottom + 16} textAnchor="middle">
          {formatTick(tick)}
        </text>
      ))}
      <text x={size.left} y={12}>
        {y.label}
      </text>
      <text x={size.width - size.right} y={size.height - 6} textAnchor="end">
        {headerOf(x)}
      </text>
    </>
  )
}

type ParetoMarkProps = {
  readonly point: ParetoPoint
  readonly toX: (value: number) => number
  readonly toY: (value: number) => number
}

function ParetoMark({ point, toX, toY }: ParetoMarkProps) {
  const { place, chance } = point
  const [x, y] = [toX(point.x.mean), toY(point.y.mean)]
  const [left = x, right = x] = rangeOf(point.x).map(toX)
  const [bottom = y, top = y] = rangeOf(point.y).map(toY)
  return (
    <g {...variantColour(place)}>
      <line className={styles.whisker} x1={left} x2={right} y1={y} y2={y} />
      <line className={styles.whisker} x1={x} x2={x} y1={bottom} y2={top} />
      {chance !== null && (
        <line className={styles.chance} x1={x - 8} x2={x + 8} y1={toY(chance)} y2={toY(chance)} />
      )}
      <path d={shapeOutline(variantLook(place).shape, x, y)} />
    </g>
  )
}

/** Both ends of the interval; the mean alone where there is none. */
function rangeOf({ mean, low, high }: MetricSummary): readonly number[] {
  return [low ?? mean, high ?? mean]
}

function withInterval(summary: MetricSummary, { unit }: MetricInfo): string {
  const { mean, low, high } = summary
  const text = formatBare(mean, unit)
  return low === null || high === null
    ? text
    : `${text} (${formatBare(low, unit)} to ${formatBare(high, unit)})`
}

function formatTick(tick: number): string {
  return tick.toString().replace('-', '−')
}
