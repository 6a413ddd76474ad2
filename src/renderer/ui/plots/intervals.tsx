import { useState, type ReactNode } from 'react'
import {
  ErrorBar,
  ReferenceArea,
  ReferenceLine,
  Scatter,
  ZIndexLayer,
  type ScatterShapeProps,
} from 'recharts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import {
  buildShapeOutline,
  pickVariantColor,
  pickVariantLook,
  type VariantShape,
} from '../components/marks/variant-shape.ts'
import { createLinearAxis, mostMarks, createNiceAxis, findValueRange, thinPoints } from './axes.ts'
import { measureTextWidth } from './place-labels.ts'
import { Plot, PointTooltip, type PlotArea } from './plot.tsx'
import { PointReading, createPointSlider } from './scatter.tsx'
import styles from './plots.module.css'

/** A mean with its interval, and with the values behind it where these are drawn. */
export type IntervalRow = {
  readonly id: string
  readonly name: string
  /** What its colour and its shape go by. */
  readonly place: number
  /** The name with its figures in words. */
  readonly text: string
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  /** Stands at the end of the row. */
  readonly figure?: string
  readonly dots?: readonly IntervalDot[]
}

/** A value behind a mean. */
export type IntervalDot = { readonly id: string; readonly value: number; readonly text: string }

type IntervalPlotProps = {
  readonly title: string
  readonly rows: readonly IntervalRow[]
  readonly xLabel: string
  readonly formatX: (value: number) => string
  /** To both sides of zero, what is not worth naming. Zero has a line then. */
  readonly margin?: number
  /** To both sides of zero, how far the baseline differs from itself. */
  readonly noise?: number
  readonly onOpen?: (rowId: string, dotId: string) => void
}

/** Means with their intervals below each other, read one by one by pointer and arrow keys. */
export function IntervalPlot({ title, rows, xLabel, formatX, margin, noise = 0, onOpen }: IntervalPlotProps) {
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = rows.find(({ id }) => id === chosenId) ?? null
  const hasDots = rows.some(({ dots }) => dots !== undefined)
  const layout = hasDots ? withDots : plain
  const values = rows.flatMap(({ mean, low, high, dots = [] }) => [
    ...[mean, low, high].flatMap((value) => value ?? []),
    ...dots.map(({ value }) => value),
  ])
  return (
    <>
      <Plot
        title={title}
        summary={rows.map(({ text }) => text).join('; ')}
        isOfPoints
        gridOf="columns"
        xLabel={xLabel}
        formatX={formatX}
        slider={createPointSlider(title, rows, chosen, choose)}
        buildArea={(width) =>
          buildArea(width, rows, layout, [
            ...values,
            0,
            noise,
            -noise,
            ...(margin === undefined ? [] : [margin, -margin]),
          ])
        }
      >
        {(area) => (
          <>
            {renderBands(margin, noise)}
            {rows.map((row, index) => (
              <RowMarks
                key={row.id}
                row={row}
                y={rows.length - index}
                layout={layout}
                area={area}
                most={Math.floor(mostMarks / rows.length)}
                onOpen={onOpen}
              />
            ))}
            <RowNames rows={rows} layout={layout} area={area} chosenId={chosenId} />
            <PointTooltip />
          </>
        )}
      </Plot>
      <PointReading point={chosen} />
    </>
  )
}

/** Zero, and to both sides of it what is not worth naming and what is noise. */
function renderBands(margin: number | undefined, noise: number): ReactNode {
  return (
    <>
      {margin !== undefined && margin > 0 && (
        <ReferenceArea x1={-margin} x2={margin} fill="var(--hover)" fillOpacity={1} zIndex={-150} />
      )}
      {noise > 0 && (
        <ReferenceArea x1={-noise} x2={noise} fill="none" className={styles.noise ?? ''} zIndex={-140} />
      )}
      {margin !== undefined && <ReferenceLine x={0} stroke="var(--text)" zIndex={90} />}
    </>
  )
}

/** How high a row is, in pixels, and where in it the name, the mean and the lowest dots stand, from its top. */
type RowLayout = {
  readonly height: number
  readonly name: number
  readonly mean: number
  readonly dots: number
}
const plain: RowLayout = { height: 24, name: 12, mean: 12, dots: 12 }
const withDots: RowLayout = { height: 36, name: 20, mean: 29, dots: 21 }
const [head, foot] = [10, 40]

function buildArea(
  width: number,
  rows: readonly IntervalRow[],
  { height: row }: RowLayout,
  values: readonly number[],
): PlotArea {
  const longest = findLargest(rows.map(({ name }) => measureTextWidth(name)))
  const left = 34 + Math.min(longest, Math.max(96, 0.3 * width))
  const figures = findLargest([0, ...rows.map(({ figure = '' }) => measureTextWidth(figure))])
  const [right, bottom] = [width - 24 - figures, head + rows.length * row]
  const across = createNiceAxis(
    findValueRange(values),
    left,
    right,
    Math.max(3, Math.floor((right - left) / 90)),
  )
  const up = createLinearAxis([0, rows.length], bottom, head, [])
  return { left, right, top: head, bottom, width, height: bottom + foot, inset: 0, across, up }
}

type RowPoint = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly id: string
  readonly color: string
  readonly shape: VariantShape
  readonly level: number
}

type RowMarksProps = {
  readonly row: IntervalRow
  /** The top of the row, in rows from the bottom. */
  readonly y: number
  readonly layout: RowLayout
  readonly area: PlotArea
  readonly most: number
  readonly onOpen: IntervalPlotProps['onOpen']
}

const dotSize = 5
/** Levels that fit into a row. Higher stacks are pressed together. */
const levels = 4

function RowMarks({ row, y, layout, area, most, onOpen }: RowMarksProps) {
  const { id, place, mean, low, high, text, dots = [] } = row
  const color = pickVariantColor(place)
  const { shape } = pickVariantLook(place)
  const sorted = dots.toSorted((a, b) => a.value - b.value)
  const kept = thinPoints(
    sorted.map(({ value }) => value),
    { from: 0, to: sorted.length - 1 },
    most,
  ).flatMap((at) => sorted[at] ?? [])
  const stacked = stackDots(kept, ({ value }) => area.across.place(value), dotSize)
  const tallest = findLargest([levels, ...stacked.map(({ level }) => level + 1)])
  const points = stacked.map(({ item, level }): RowPoint => ({
    id: item.id,
    x: item.value,
    y: y - layout.dots / layout.height,
    text: item.text,
    color,
    shape,
    level: level * ((levels * dotSize) / tallest),
  }))
  const shared = { isAnimationActive: false, legendType: 'none' } as const
  const open = onOpen && {
    onClick: ({ payload }: { payload?: RowPoint }) => payload && onOpen(id, payload.id),
  }
  return (
    <>
      {points.length > 0 && <Scatter {...shared} {...open} data={points} shape={DotShape} />}
      {mean !== null && (
        <Scatter
          {...shared}
          data={[
            {
              id,
              x: mean,
              y: y - layout.mean / layout.height,
              text,
              color,
              shape,
              level: 0,
            } satisfies RowPoint,
          ]}
          shape={layout === withDots ? MeanTick : MeanMark}
        >
          <ErrorBar
            dataKey={() => [mean - (low ?? mean), (high ?? mean) - mean]}
            direction="x"
            width={0}
            stroke={color}
            strokeWidth={2}
            opacity={0.6}
            isAnimationActive={false}
          />
        </Scatter>
      )}
    </>
  )
}

function MeanTick({ cx = 0, cy = 0, payload }: ScatterShapeProps) {
  const point: RowPoint = payload
  return <rect x={cx - 1.25} y={cy - 4} width={2.5} height={8} style={{ fill: point.color }} />
}

function MeanMark({ cx = 0, cy = 0, payload }: ScatterShapeProps) {
  const point: RowPoint = payload
  return <path d={buildShapeOutline(point.shape, cx, cy)} style={{ fill: point.color }} />
}

function DotShape({ cx, cy, payload }: ScatterShapeProps) {
  const point: RowPoint = payload
  if (cx === undefined || cy === undefined) return null
  return <circle className={styles.dot} cx={cx} cy={cy - point.level} r={2.5} style={{ fill: point.color }} />
}

/** Dots that would cover each other stand on top of each other, in the order of their values. */
export function stackDots<T>(
  items: readonly T[],
  toX: (item: T) => number,
  width: number,
): readonly { readonly item: T; readonly x: number; readonly level: number }[] {
  const ends: number[] = []
  return items
    .map((item) => ({ item, x: toX(item) }))
    .toSorted((a, b) => a.x - b.x)
    .map(({ item, x }) => {
      const free = ends.findIndex((end) => end <= x)
      const level = free === -1 ? ends.length : free
      ends[level] = x + width
      return { item, x, level }
    })
}

type RowNamesProps = Pick<IntervalPlotProps, 'rows'> & {
  readonly layout: RowLayout
  readonly area: PlotArea
  readonly chosenId: string | null
}

/** The names of the rows before them, each with its mark, and their figures behind them. */
function RowNames({ rows, layout, area: { left, width }, chosenId }: RowNamesProps) {
  return (
    <ZIndexLayer zIndex={2000}>
      {rows.map(({ id, name, place, figure }, index) => {
        const y = head + index * layout.height + layout.name
        const most = Math.floor((left - 34) / measureTextWidth('x'))
        return (
          <g key={id} style={{ fill: pickVariantColor(place) }}>
            <path d={buildShapeOutline(pickVariantLook(place).shape, 10, y)} />
            <text x={20} y={y + 4} className={styles.rowName} data-chosen={id === chosenId}>
              {name.length > most ? `${name.slice(0, most - 1)}…` : name}
              <title>{name}</title>
            </text>
            {figure !== undefined && (
              <text x={width - 8} y={y + 4} textAnchor="end" className={styles.label}>
                {figure}
              </text>
            )}
          </g>
        )
      })}
    </ZIndexLayer>
  )
}
