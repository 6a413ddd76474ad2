import { memo } from 'react'
import { Area, Line, ReferenceLine, ZIndexLayer } from 'recharts'
import type { SlotAxis } from './axes.ts'
import type { Place } from './place-labels.ts'
import styles from './plots.module.css'

const quiet = { activeDot: false, isAnimationActive: false, legendType: 'none' } as const

type StackedStepsProps = {
  /** From the bottom up; `id` is the key of the values in the rows of the chart. */
  readonly layers: readonly { readonly id: string; readonly color: string }[]
}

/** Layers that stand on each other in steps. */
export const StackedSteps = memo(function StackedSteps({ layers }: StackedStepsProps) {
  return layers.map(({ id, color }) => (
    <Area
      key={id}
      {...quiet}
      dataKey={id}
      type="stepAfter"
      stackId="all"
      fill={color}
      fillOpacity={1}
      stroke="var(--ground)"
      strokeWidth={0.5}
    />
  ))
})

/** A line in steps. */
export const StepLine = memo(function StepLine({
  rows,
  color,
}: {
  readonly rows: readonly Place[]
  readonly color: string
}) {
  return (
    <Line
      {...quiet}
      data={[...rows]}
      dataKey="y"
      type="stepAfter"
      dot={false}
      stroke={color}
      strokeWidth={1.75}
    />
  )
})

/** Dots on any ground, smaller where they are dense. All in one path, however many there are. */
export const Dots = memo(function Dots({
  rows,
  isDense,
}: {
  readonly rows: readonly Place[]
  readonly isDense: boolean
}) {
  if (rows.length === 0) return null
  return <Line {...quiet} data={[...rows]} dataKey="y" dot={false} shape={<DotsShape isDense={isDense} />} />
})

type DotsShapeProps = {
  readonly isDense: boolean
  /** As recharts has them. */
  readonly points?: readonly { readonly x: number | null; readonly y: number | null }[]
}

function DotsShape({ points = [], isDense }: DotsShapeProps) {
  const path = points.map(({ x, y }) => `M${x?.toFixed(1)} ${y?.toFixed(1)}h0`).join('')
  return <Ruled className={styles.dots} isDense={isDense} path={path} />
}

/** A level over a part of the horizontal axis. */
export type Level = {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly value: number
  /** The height of the level before it that touches it, in pixels: there is a step between the two. */
  readonly fromY: number | null
  readonly isDashed: boolean
}

type SegmentShape = { readonly x1: number; readonly x2: number; readonly y1: number; readonly y2: number }

/** Lines of levels, on any ground. */
export const Levels = memo(function Levels({ levels }: { readonly levels: readonly Level[] }) {
  return levels.map(({ id, from, to, value, fromY, isDashed }) => (
    <ReferenceLine
      key={id}
      segment={[
        { x: from, y: value },
        { x: to, y: value },
      ]}
      shape={({ x1, x2, y1 }: SegmentShape) => (
        <Ruled className={styles.level} isDashed={isDashed} path={`M${x1} ${fromY ?? y1}V${y1}H${x2}`} />
      )}
    />
  ))
})

/** A value that fell from one height to another, tokens or whatever the vertical axis counts. */
export type Fall = { readonly x: number; readonly from: number; readonly to: number }

/** Arrows from what was to what was left. */
export const Falls = memo(function Falls({ falls }: { readonly falls: readonly Fall[] }) {
  return falls.map(({ x, from, to }, at) => (
    <ReferenceLine
      key={at}
      segment={[
        { x, y: from },
        { x, y: to },
      ]}
      shape={({ x1, y1, y2 }: SegmentShape) => (
        <Ruled className={styles.fall} path={`M${x1} ${y1}V${y2}m-4 -6l4 6l4 -6`} />
      )}
    />
  ))
})

type RuledProps = {
  readonly className: string | undefined
  readonly path: string
  readonly isDashed?: boolean
  readonly isDense?: boolean
}

/** A line over a broader one in the colour of the ground, so that it is seen on every colour. */
function Ruled({ className, path, isDashed = false, isDense = false }: RuledProps) {
  return (
    <g className={className} data-dashed={isDashed} data-dense={isDense}>
      <path d={path} className={styles.under} />
      <path d={path} />
    </g>
  )
}

/** Words in a plot; `isFaint` for those that name an axis. */
export type PlotText = Place & {
  readonly id: string
  readonly text: string
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly isFaint?: boolean
}

/** Words over everything else. */
export const Texts = memo(function Texts({ texts }: { readonly texts: readonly PlotText[] }) {
  return (
    <ZIndexLayer zIndex={2000}>
      {texts.map(({ id, text, x, y, anchor = 'start', isFaint = false }) => (
        <text key={id} className={styles.label} data-faint={isFaint} x={x} y={y} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </ZIndexLayer>
  )
})

/** Two places along the horizontal axis, in pixels. */
export type Drag = { readonly start: number; readonly end: number }

type SlotCursorProps = {
  readonly axis: SlotAxis
  readonly index: number
  /** What is dragged over so far. */
  readonly drag: Drag | null
}

/** The slot that is looked at, and what a drag covers so far, over charts of one axis: these stay as they are meanwhile. */
export function SlotCursor({ axis, index, drag }: SlotCursorProps) {
  const [from, to] = [axis.place(index), axis.place(index + 1)]
  const [start, end] =
    drag === null ? [0, 0] : [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)]
  return (
    <>
      {to - from > 3 && <div className={styles.slot} style={{ left: from, width: to - from }} />}
      <div className={styles.cursor} style={{ left: axis.middle(index) }} />
      {drag !== null && <div className={styles.dragged} style={{ left: start, width: end - start }} />}
    </>
  )
}
