import { useElementSize } from '@mantine/hooks'
import { memo, useId, useMemo, useState, type PointerEvent } from 'react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
import { usePieces } from '../../lib/draw-in-turn.ts'
import { Block, Column } from '../../ui/layout/layout.tsx'
import {
  countDrawableMarks,
  createNiceAxis,
  createSlotAxis,
  thinPoints,
  type SlotAxis,
} from '../../ui/plots/axes.ts'
import { PlotChart } from '../../ui/plots/plot.tsx'
import { brushHeight, RangeBrush } from '../../ui/plots/range-brush.tsx'
import {
  SlotCursor,
  StepLine,
  Texts,
  type Drag,
  Dots,
  Falls,
  Levels,
  StackedSteps,
} from '../../ui/plots/steps.tsx'
import type { WindowLine } from './build-window-lines.ts'
import { buildSlotArea, drawContext, type DrawnContext } from './draw-context.ts'
import { MarkerLane } from './marker-lane.tsx'
import type { RecordedFall } from './shown-context.ts'
import type { TimelineKind } from './timeline-kinds.ts'
import type { TimelineCursor } from './use-timeline-cursor.ts'
import { plotFrame } from './window-labels.ts'
import styles from './timeline-plot.module.css'

/** The pieces of the chart in the order in which they are drawn. */
const pieces = ['axes', 'layers', 'marks', 'cost', 'strip'] as const

type ContextPlotProps = DrawnContext & { readonly hasLayers: boolean; readonly hasMarks: boolean }

/** The context of every message as stacked steps, the recorded input of each request, and the window. */
const ContextPlot = memo(function ContextPlot(props: ContextPlotProps) {
  const { points, falls, range, kinds, showRecorded, lines, axis, width, height, foot } = props
  const { hasLayers, hasMarks } = props
  const drawing = useMemo(
    () => drawContext({ points, falls, range, kinds, showRecorded, lines, axis, width, height, foot }),
    [points, falls, range, kinds, showRecorded, lines, axis, width, height, foot],
  )
  return (
    <PlotChart
      area={drawing.area}
      data={drawing.rows}
      formatY={formatInteger}
      {...(foot > 0 && { xLabel: 'Message number', formatX: formatMessage })}
    >
      {hasLayers && <StackedSteps layers={drawing.layers} />}
      {hasMarks && (
        <>
          <Levels levels={drawing.levels} />
          <Dots rows={drawing.recorded} isDense={drawing.isDense} />
          <Falls falls={drawing.falls} />
          <Texts texts={drawing.texts} />
        </>
      )}
    </PlotChart>
  )
})

type TimelineChartProps = {
  readonly timeline: Timeline
  readonly falls: readonly RecordedFall[]
  readonly cursor: TimelineCursor
  readonly kinds: readonly TimelineKind[]
  readonly showRecorded: boolean
  readonly lines: readonly WindowLine[]
  /** The cursor's message in words. */
  readonly spoken: string
  readonly onOpen: (messageIndex: number) => void
  readonly onOpenMarker: (marker: TimelineMarker) => void
}

/** The cost has this share of the chart, and no less than so many pixels. */
const costShare = 0.15
const leastCostHeight = 84
const axisHeight = 36
/** Fewer messages are all seen at once. */
const leastBrushed = 24

/** The chart itself: events, context, cost and the numbers of the messages, all over one axis. */
export function TimelineChart({
  timeline,
  cursor,
  onOpen,
  onOpenMarker,
  spoken,
  ...shown
}: TimelineChartProps) {
  const { ref, width, height } = useElementSize()
  const { range, zoomTo } = cursor
  const axis = useMemo(
    () => createSlotAxis(range, plotFrame.left, Math.max(plotFrame.left + 10, width - plotFrame.right)),
    [range, width],
  )
  const values = useMemo(() => timeline.points.map(({ contextTokens }) => contextTokens), [timeline.points])
  const drawn = pieces.slice(0, usePieces(pieces.length))
  return (
    <Column flex="1 0 auto" mih={320}>
      <MarkerLane
        markers={timeline.markers}
        range={range}
        axis={axis}
        onOpen={onOpenMarker}
        onZoom={zoomTo}
      />
      <Block ref={ref} pos="relative" flex={1} mih={0} clip>
        {drawn.length > 0 && width > 0 && height > 0 && (
          <Canvas
            {...shown}
            timeline={timeline}
            cursor={cursor}
            axis={axis}
            size={{ width, height }}
            spoken={spoken}
            drawn={drawn}
            onOpen={onOpen}
          />
        )}
      </Block>
      {values.length >= leastBrushed && (
        <Block flex="none" style={{ height: brushHeight }}>
          {drawn.includes('strip') && width > 0 && (
            <RangeBrush
              label="Messages that are shown"
              values={values}
              range={range}
              width={width}
              frame={plotFrame}
              onRange={zoomTo}
            />
          )}
        </Block>
      )}
    </Column>
  )
}

type CanvasProps = Omit<TimelineChartProps, 'onOpenMarker'> & {
  readonly axis: SlotAxis
  readonly size: { readonly width: number; readonly height: number }
  readonly drawn: readonly (typeof pieces)[number][]
}

function Canvas(props: CanvasProps) {
  const { timeline, falls, cursor, kinds, showRecorded, lines, axis, size, spoken, drawn, onOpen } = props
  const { points } = timeline
  const { width, height } = size
  const help = useId()
  const hasCost = points.some(({ cumulativeUsd }) => cumulativeUsd !== null)
  const costHeight = hasCost ? Math.max(leastCostHeight, Math.round(costShare * height)) + axisHeight : 0
  const { drag, handlers } = useDrag({ axis, onMove: cursor.moveTo, onClick: onOpen, onDrag: cursor.zoomTo })
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
      <ContextPlot
        {...{ points, falls, kinds, showRecorded, lines, axis, width }}
        range={cursor.range}
        height={Math.max(80, height - costHeight)}
        foot={hasCost ? 0 : axisHeight}
        hasLayers={drawn.includes('layers')}
        hasMarks={drawn.includes('marks')}
      />
      {hasCost && drawn.includes('cost') && (
        <CostPlot points={points} axis={axis} width={width} height={costHeight} />
      )}
      <div className={styles.over} style={{ bottom: axisHeight }}>
        <SlotCursor axis={axis} index={cursor.index} drag={drag} />
      </div>
    </div>
  )
}

type CostPlotProps = Pick<Timeline, 'points'> & {
  readonly axis: SlotAxis
  readonly width: number
  readonly height: number
}

const costName = [{ id: 'axis', text: 'Cost so far, $', x: plotFrame.left + 6, y: 20, isFaint: true }]

/** What had been paid up to every message, in steps. */
const CostPlot = memo(function CostPlot({ points, axis, width, height }: CostPlotProps) {
  const { area, rows, format } = useMemo(() => {
    const { range } = axis
    const costs = points.map(({ cumulativeUsd }) => cumulativeUsd ?? 0)
    const [top, bottom] = [12, height - axisHeight]
    const up = createNiceAxis([0, costs[range.to] ?? 0], bottom, top, 2)
    const rows = thinPoints(costs, range, countDrawableMarks(width)).map((index) => ({
      x: index,
      y: costs[index] ?? 0,
    }))
    // All with as many decimals as the step needs.
    const decimals = Math.max(2, Math.ceil(-Math.log10(up.ticks[1] ?? 1)))
    return {
      area: buildSlotArea(axis, { top, bottom, width, height, up }),
      rows: [...rows, { x: range.to + 1, y: costs[range.to] ?? 0 }],
      format: (costUsd: number) => `$${costUsd.toFixed(decimals)}`,
    }
  }, [points, axis, width, height])
  return (
    <PlotChart area={area} xLabel="Message number" formatX={formatMessage} formatY={format}>
      <StepLine rows={rows} color="var(--accent)" />
      <Texts texts={costName} />
    </PlotChart>
  )
})

type DragOptions = {
  readonly axis: SlotAxis
  readonly onMove: (index: number) => void
  readonly onClick: (index: number) => void
  readonly onDrag: (one: number, other: number) => void
}

/** Shorter than this is a click. In pixels. */
const leastDrag = 5

/** A pointer over the chart: it moves the cursor, clicks, or drags over what is to be seen closer. */
function useDrag({ axis, onMove, onClick, onDrag }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const readX = (event: PointerEvent): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  return {
    drag: drag !== null && Math.abs(drag.end - drag.start) >= leastDrag ? drag : null,
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ start: readX(event), end: readX(event) })
      },
      onPointerMove: (event: PointerEvent): void => {
        const x = readX(event)
        if (drag === null) onMove(axis.findIndex(x))
        else setDrag({ start: drag.start, end: x })
      },
      onPointerUp: (event: PointerEvent): void => {
        if (drag === null) return
        const x = readX(event)
        setDrag(null)
        if (Math.abs(x - drag.start) < leastDrag) onClick(axis.findIndex(x))
        else onDrag(axis.findIndex(drag.start), axis.findIndex(x))
      },
      onPointerCancel: (): void => setDrag(null),
    },
  }
}

/** The number of a message whose slot has this middle. */
function formatMessage(middle: number): string {
  return formatInteger(Math.floor(middle))
}
