import { useElementSize } from '@mantine/hooks'
import { useId, useMemo } from 'react'
import type { Timeline } from '../../../shared/domain/timeline.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { ContextPlot } from './context-plot.tsx'
import { CostPlot } from './cost-plot.tsx'
import { MarkerLane } from './marker-lane.tsx'
import { plotFrame } from './plot-frame.ts'
import { slotAxis, type SlotAxis } from './slot-axis.ts'
import type { TimelineKind } from './timeline-kinds.ts'
import styles from './timeline-plot.module.css'
import { useBrush, type Brush } from './use-brush.ts'
import type { TimelineCursor } from './use-timeline-cursor.ts'
import type { WindowLine } from './window-lines.ts'

type TimelineChartProps = {
  readonly timeline: Timeline
  readonly cursor: TimelineCursor
  readonly kinds: readonly TimelineKind[]
  readonly showRecorded: boolean
  readonly lines: readonly WindowLine[]
  /** The cursor's message in words. */
  readonly spoken: string
  readonly onOpen: (messageIndex: number) => void
}

/** The cost has this share of the chart, and no less than so many pixels. */
const costShare = 0.15
const leastCostHeight = 84
const axisHeight = 34

/** The chart itself: events, context, cost and the numbers of the messages, all over one axis. */
export function TimelineChart({ timeline, cursor, onOpen, spoken, ...shown }: TimelineChartProps) {
  const { ref, width, height } = useElementSize()
  const { range } = cursor
  const axis = useMemo(
    () => slotAxis(range, plotFrame.left, Math.max(plotFrame.left + 10, width - plotFrame.right)),
    [range, width],
  )
  return (
    <div className={styles.chart}>
      <MarkerLane
        markers={timeline.markers}
        range={range}
        axis={axis}
        onOpen={onOpen}
        onZoom={cursor.zoomTo}
      />
      <div ref={ref} className={styles.canvas}>
        {width > 0 && height > 0 && (
          <Canvas
            {...shown}
            timeline={timeline}
            cursor={cursor}
            axis={axis}
            size={{ width, height }}
            spoken={spoken}
            onOpen={onOpen}
          />
        )}
      </div>
    </div>
  )
}

type CanvasProps = TimelineChartProps & {
  readonly axis: SlotAxis
  readonly size: { readonly width: number; readonly height: number }
}

function Canvas({ timeline, cursor, kinds, showRecorded, lines, axis, size, spoken, onOpen }: CanvasProps) {
  const { points, markers } = timeline
  const { width, height } = size
  const help = useId()
  const hasCost = points.some(({ cumulativeUsd }) => cumulativeUsd !== null)
  const costHeight = hasCost ? Math.max(leastCostHeight, Math.round(costShare * height)) : 0
  const plotHeight = Math.max(80, height - axisHeight - costHeight)
  const end = plotHeight + costHeight
  const { moveTo, zoomTo } = cursor
  const { brush, handlers } = useBrush({ axis, onMove: moveTo, onClick: onOpen, onBrush: zoomTo })
  return (
    <div
      className={styles.plotArea}
      role="slider"
      tabIndex={0}
      aria-label="Message in the timeline"
      aria-orientation="horizontal"
      aria-valuemin={cursor.range.from}
      aria-valuemax={cursor.range.to}
      aria-valuenow={cursor.index}
      aria-valuetext={spoken}
      aria-describedby={help}
      onKeyDown={cursor.onKeyDown}
      {...handlers}
    >
      <span id={help} hidden>
        Arrow keys move, Enter opens the message, plus and minus zoom, brackets go from event to event, zero
        shows all.
      </span>
      <svg width={width} height={height} className={styles.plot} aria-hidden>
        <ContextPlot
          points={points}
          markers={markers}
          range={cursor.range}
          kinds={kinds}
          showRecorded={showRecorded}
          lines={lines}
          axis={axis}
          width={width}
          height={plotHeight}
        />
        {hasCost && (
          <CostPlot
            points={points}
            range={cursor.range}
            axis={axis}
            width={width}
            top={plotHeight + 12}
            bottom={end - 4}
          />
        )}
        <MessageAxis axis={axis} y={end} width={width} />
        <CursorLine axis={axis} index={cursor.index} bottom={end} />
        {brush !== null && <BrushArea brush={brush} height={end} />}
      </svg>
    </div>
  )
}

function MessageAxis({
  axis,
  y,
  width,
}: {
  readonly axis: SlotAxis
  readonly y: number
  readonly width: number
}) {
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line x1={axis.middle(tick)} x2={axis.middle(tick)} y1={y} y2={y + 4} />
          <text x={axis.middle(tick)} y={y + 16} textAnchor="middle">
            {formatInteger(tick)}
          </text>
        </g>
      ))}
      <text className={styles.axisName} x={width - plotFrame.right} y={y + 29} textAnchor="end">
        Message number
      </text>
    </>
  )
}

function CursorLine(props: { readonly axis: SlotAxis; readonly index: number; readonly bottom: number }) {
  const { axis, index, bottom } = props
  const wide = axis.edge(index + 1) - axis.edge(index)
  return (
    <>
      {wide > 3 && (
        <rect className={styles.cursorSlot} x={axis.edge(index)} width={wide} y={0} height={bottom} />
      )}
      <line className={styles.cursor} x1={axis.middle(index)} x2={axis.middle(index)} y1={0} y2={bottom} />
    </>
  )
}

function BrushArea({ brush, height }: { readonly brush: Brush; readonly height: number }) {
  const [from, to] = [Math.min(brush.start, brush.end), Math.max(brush.start, brush.end)]
  return <rect className={styles.brush} x={from} width={to - from} y={0} height={height} />
}
