import { useState, type ReactNode } from 'react'
import { Line, ReferenceLine } from 'recharts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { Inline } from '../layout/layout.tsx'
import { createLinearAxis, createNiceAxis, findValueRange, type Axis } from './axes.ts'
import type { LegendEntry } from './chart-legend.tsx'
import { MarkNames, Marks, type PlotMark } from './marks.tsx'
import { buildTextBox, markBox, measureTextWidth, type PlacedLabel } from './place-labels.ts'
import { Plot, PointTooltip, type PlotArea, type PlotWords } from './plot.tsx'
import type { PlotSlider } from './slider.ts'
import { Texts, type PlotText } from './steps.tsx'
import styles from './plots.module.css'

/** A point with its name, and with its figures in words. */
export type ScatterPoint = PlotMark & {
  readonly name: string
  readonly text: string
  readonly icon?: ReactNode
}

/** Something that has a place on the horizontal axis alone. */
export type ScatterColumn = Omit<ScatterPoint, 'y'>

type ScatterPlotProps = PlotWords & {
  readonly title: string
  readonly summary: string
  readonly xLabel: string
  readonly formatX: (value: number) => string
  readonly points: readonly ScatterPoint[]
  /** Drawn as vertical lines, with marks and names at their feet. */
  readonly columns?: readonly ScatterColumn[]
  /** Places that a line leads through: what nothing beats. */
  readonly front?: readonly { readonly x: number; readonly y: number }[]
  readonly isFrontDashed?: boolean
  /** Ends of an axis of one value, or ticks from the first one up to the last one unless a point lies beyond it. */
  readonly ySpan?: readonly [number, number] | null
  readonly xTicks?: readonly number[]
  readonly yTicks?: readonly number[]
  /** Whose names stand in the plot. */
  readonly isNamed?: (id: string) => boolean
  readonly legend?: { readonly label: string; readonly entries: readonly LegendEntry[] } | undefined
  /** What is chosen, where that is known outside, else the plot keeps it. */
  readonly chosen?: { readonly id: string | null; readonly onChoose: (id: string) => void }
}

/** Pixels at both ends: a mark at the first value does not cover the letters of the axis. */
const inset = 8

/** Points with intervals, named so that no name covers anything, and read one by one by pointer and arrow keys. */
export function ScatterPlot(props: ScatterPlotProps) {
  const { points, columns = [], front = [], isFrontDashed = false, isNamed = () => true, ...rest } = props
  const { ySpan, xTicks, yTicks, chosen, legend, ...plot } = rest
  const [own, setOwn] = useState<string | null>(null)
  const { id: chosenId, onChoose } = chosen ?? { id: own, onChoose: setOwn }
  const all = [...points, ...columns].toSorted((a, b) => a.x - b.x)
  const current = all.find(({ id }) => id === chosenId) ?? null
  const xs = all.flatMap(({ x, xRange }) => [x, ...(xRange ?? [])])
  const ys = points.flatMap(({ y, yRange, level }) => [
    y,
    ...(yRange ?? []),
    ...(level == null ? [] : [level]),
  ])
  return (
    <>
      <Plot
        {...plot}
        isOfPoints
        legend={legend}
        slider={createPointSlider(plot.title, all, current, onChoose)}
        buildArea={(width) => {
          const box = buildBox(width)
          const { left, right, top, bottom } = box
          const across = createAxis(
            xs,
            xTicks,
            left + inset,
            right - inset,
            Math.max(3, Math.floor(width / 110)),
          )
          const isOne = ySpan != null && new Set(ys).size === 1
          return { ...box, inset, across, up: createAxis(isOne ? ySpan : ys, yTicks, bottom, top, 4) }
        }}
      >
        {(area) => (
          <Points
            {...{ points, columns, front, isFrontDashed, isNamed, area, chosenId, onChoose }}
            yLabel={plot.yLabel ?? ''}
          />
        )}
      </Plot>
      <PointReading point={current} />
    </>
  )
}

type PointsProps = Required<
  Pick<ScatterPlotProps, 'points' | 'columns' | 'front' | 'isFrontDashed' | 'isNamed'>
> & {
  readonly area: PlotArea
  readonly yLabel: string
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
}

function Points(props: PointsProps) {
  const { points, columns, front, isFrontDashed, isNamed, area, yLabel, chosenId, onChoose } = props
  const feet = placeFeet(columns, area)
  const marks = feet.map(({ column, y }) => ({ ...column, y: area.up.invert(y), isChoice: true }))
  const choice = { area, chosenId, onChoose }
  return (
    <>
      {[...new Set(columns.map(({ x }) => x))].map((x) => (
        <ReferenceLine key={x} x={x} stroke="var(--muted)" strokeDasharray="1 3" zIndex={90} />
      ))}
      {front.length > 1 && <Front front={front} isDashed={isFrontDashed} />}
      <Marks {...choice} marks={points.map((point) => ({ ...point, isChoice: true }))} />
      <Marks {...choice} marks={marks} near={0} />
      <Texts
        texts={feet.map(({ x, label }): PlotText => ({
          ...label,
          ...(label.x < x ? { x: x - 9, anchor: 'end' } : {}),
        }))}
      />
      <MarkNames
        marks={points.filter(({ id }) => isNamed(id))}
        others={points.filter(({ id }) => !isNamed(id))}
        taken={[
          buildTextBox(yLabel, { x: 8, y: area.top - 13 }),
          ...feet.flatMap(({ label, x, y }) => [markBox({ x, y }), buildTextBox(label.text, label)]),
        ]}
        headroom={22}
        area={area}
      />
      <PointTooltip />
    </>
  )
}

const edge = { left: 62, right: 16, top: 34, bottom: 38 }

function buildBox(width: number) {
  const height = Math.round(Math.min(360, Math.max(300, 0.25 * width)))
  return {
    left: edge.left,
    right: width - edge.right,
    top: edge.top,
    bottom: height - edge.bottom,
    width,
    height,
  }
}

function createAxis(
  values: readonly number[],
  ticks: readonly number[] | undefined,
  start: number,
  end: number,
  count: number,
): Axis {
  if (ticks === undefined) return createNiceAxis(findValueRange(values), start, end, count)
  return createLinearAxis([ticks[0] ?? 0, findLargest(values, ticks.at(-1) ?? 1)], start, end, ticks)
}

/** Leads from point to point by arrow keys. */
export function createPointSlider<T extends { readonly id: string; readonly text: string }>(
  label: string,
  all: readonly T[],
  current: T | null,
  onChoose: (id: string) => void,
): PlotSlider {
  const at = current === null ? -1 : all.indexOf(current)
  return {
    label,
    // Where nothing is chosen that has a point, any of the keys leads to the first.
    values: all.map((_, index) => index + 1),
    value: at + 1,
    text: current === null ? 'No point is chosen' : `${current.text}, ${at + 1} of ${all.length}`,
    onValue: (value) => {
      const point = all[value - 1]
      if (point !== undefined) onChoose(point.id)
    },
  }
}

function Front({
  front,
  isDashed,
}: {
  readonly front: NonNullable<ScatterPlotProps['front']>
  readonly isDashed: boolean
}) {
  return (
    <Line
      data={[...front]}
      dataKey="y"
      dot={false}
      activeDot={false}
      isAnimationActive={false}
      legendType="none"
      tooltipType="none"
      stroke="var(--muted)"
      {...(isDashed && { strokeDasharray: '4 3' })}
    />
  )
}

/** What a chosen point stands for. */
export function PointReading({ point }: { readonly point: Pick<ScatterPoint, 'text' | 'icon'> | null }) {
  return (
    <p className={styles.reading}>
      {point === null ? (
        <Inline c="dimmed">Point at a mark, or use the arrow keys, to see what it stands for.</Inline>
      ) : (
        <>
          {point.icon}
          <span>{point.text}</span>
        </>
      )}
    </p>
  )
}

const rowHeight = 14
const mostFeet = 6

/** A mark at the foot of a vertical line, with its name on the side that has more room. */
export type Foot = {
  readonly column: ScatterColumn
  readonly x: number
  readonly y: number
  readonly label: PlacedLabel
}

/** The marks at the feet of vertical lines, above each other where they share one. The last of many says how many more there are. */
export function placeFeet(
  columns: readonly ScatterColumn[],
  { across, left, right, bottom }: Pick<PlotArea, 'across' | 'left' | 'right' | 'bottom'>,
): readonly Foot[] {
  return [...Map.groupBy(columns, ({ x }) => x)].flatMap(([value, all]) =>
    all.slice(0, mostFeet).map((column, row): Foot => {
      const more = row === mostFeet - 1 ? all.length - mostFeet : 0
      const text = `${column.name}${more > 0 ? ` and ${more} more` : ''}`
      const [x, y] = [across.place(value), bottom - 10 - row * rowHeight]
      const isLeft = x > (left + right) / 2
      return {
        column,
        x,
        y,
        label: { id: column.id, text, x: isLeft ? x - 9 - measureTextWidth(text) : x + 9, y: y + 4 },
      }
    }),
  )
}
