import { useElementSize, useMergedRef } from '@mantine/hooks'
import { memo, useId, useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import {
  CartesianGrid,
  ComposedChart,
  Legend,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import { isWatched, useNearPieces } from '../../lib/draw-in-turn.ts'
import { Heading } from '../layout/layout.tsx'
import { findNearestValue, type Axis } from './axes.ts'
import { ChartLegend, type LegendEntry } from './chart-legend.tsx'
import type { Box } from './place-labels.ts'
import { buildSliderProps, type PlotSlider } from './slider.ts'
import styles from './plots.module.css'

/** Where a plot draws, in pixels: between its axes, of which `across` goes from left to right. */
export type PlotArea = Box & {
  readonly width: number
  readonly height: number
  readonly across: Axis
  readonly up: Axis
  /** Pixels between the vertical axis and the first value, and between the last one and the end. */
  readonly inset: number
}

/** What is said of a place of a plot beside the pointer. */
export type PlotReading = {
  readonly heading?: string
  readonly entries?: readonly LegendEntry[]
  readonly notes?: readonly string[]
}

/** How the axes of a plot are lettered. */
export type PlotWords = {
  readonly xLabel?: string
  readonly yLabel?: string
  /** Absent where the horizontal axis is not lettered. */
  readonly formatX?: ((value: number) => string) | undefined
  /** Absent where the vertical axis is not lettered. */
  readonly formatY?: ((value: number) => string) | undefined
  /** Which ticks have lines: those of the vertical axis by default. */
  readonly gridOf?: 'levels' | 'columns'
}

type PlotProps = PlotWords & {
  readonly title: string
  /** The same in a sentence, for those who do not see it. */
  readonly summary: string
  readonly buildArea: (width: number) => PlotArea
  /** Chooses by keyboard. A plot without it is an image. */
  readonly slider?: PlotSlider | undefined
  /** Whether a pointer chooses as well, among values of the horizontal axis. */
  readonly isPointed?: boolean
  readonly legend?: { readonly label?: string; readonly entries: readonly LegendEntry[] } | undefined
  /** What is said between the chart and its legend. */
  readonly caption?: string
  /** Of what has no data of its own. */
  readonly data?: readonly object[]
  /** Whether the pointer reads single points rather than all that stands at a place of the horizontal axis. */
  readonly isOfPoints?: boolean
  readonly children: (area: PlotArea) => ReactNode
}

const leastWidth = 320
const firstWidth = 560

/** A chart as wide as there is room, with its axes, its legend, and whatever is drawn between them. */
export function Plot(props: PlotProps) {
  const { title, summary, buildArea, slider, isPointed = false, legend, caption, children, ...words } = props
  const id = useId()
  const { ref: sizeRef, width: measured } = useElementSize()
  const holder = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, holder)
  const pieces = useNearPieces(holder, 2)
  // A width that is not known yet would have everything drawn twice.
  const isDrawn = pieces > 0 && (measured > 0 || !isWatched)
  // The axes first: they take as long as what stands between them.
  const isFilled = pieces > 1
  const [legendHolder, setLegendHolder] = useState<HTMLElement | null>(null)
  const area = buildArea(Math.max(leastWidth, measured === 0 ? firstWidth : Math.floor(measured)))
  const choosePointed = (event: PointerEvent<HTMLElement>): void => {
    if (!isPointed || slider === undefined || event.buttons !== 1) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    slider.onValue(findNearestValue(slider.values, x, area.across.place))
  }
  return (
    <>
      <div
        ref={ref}
        className={styles.holder}
        data-points={isPointed}
        {...(slider === undefined ? { role: 'img', 'aria-label': title } : buildSliderProps(slider))}
        aria-describedby={`${id}-summary`}
        onPointerDown={choosePointed}
        onPointerMove={choosePointed}
      >
        <span id={`${id}-summary`} hidden>
          {summary}
        </span>
        {isDrawn ? (
          <PlotChart area={area} {...words}>
            {isFilled && children(area)}
            {isFilled && legend !== undefined && legendHolder !== null && (
              <Legend portal={legendHolder} content={<ChartLegend {...legend} />} />
            )}
          </PlotChart>
        ) : (
          <div style={{ height: area.height }} />
        )}
      </div>
      {caption !== undefined && <p className={styles.reading}>{caption}</p>}
      {legend !== undefined && <div ref={setLegendHolder} />}
    </>
  )
}

type PlotChartProps = PlotWords &
  Pick<PlotProps, 'data' | 'isOfPoints'> & { readonly area: PlotArea; readonly children: ReactNode }

/** The chart itself: axes over an area, and what is drawn between them. */
export function PlotChart(props: PlotChartProps) {
  const {
    area,
    data,
    isOfPoints = false,
    children,
    xLabel,
    yLabel,
    formatX,
    formatY,
    gridOf = 'levels',
  } = props
  const { right, top, bottom, width, height } = area
  // The same object as long as nothing changes: recharts works everything out again for another one.
  const margin = useMemo(() => ({ top, right: width - right, bottom: 0, left: 0 }), [top, right, width])
  const Chart = isOfPoints ? ScatterChart : ComposedChart
  return (
    <Chart
      width={width}
      height={height}
      {...(data && { data })}
      margin={margin}
      accessibilityLayer={false}
      className={styles.plot ?? ''}
    >
      <Axes area={area} formatX={formatX} formatY={formatY} gridOf={gridOf} />
      {children}
      {yLabel !== undefined && (
        <text x={8} y={Math.max(11, top - 13)} className={styles.axisName}>
          {yLabel}
        </text>
      )}
      {xLabel !== undefined && (
        <text x={right} y={bottom + 32} textAnchor="end" className={styles.axisName}>
          {xLabel}
        </text>
      )}
    </Chart>
  )
}

type AxesProps = {
  readonly area: PlotArea
  readonly formatX: PlotWords['formatX']
  readonly formatY: PlotWords['formatY']
  readonly gridOf: PlotWords['gridOf']
}

const tick = { fill: 'var(--muted)', fontSize: 11 } as const

/** Both axes, with a line at every figure of the vertical one. */
const Axes = memo(function Axes({ area, formatX, formatY, gridOf }: AxesProps) {
  const { left, bottom, height, across, up, inset } = area
  const hasLevels = gridOf === 'levels'
  const shared = { type: 'number', interval: 0, tickLine: false, axisLine: false, tickSize: 0, tick } as const
  return (
    <>
      <CartesianGrid
        stroke="var(--line)"
        // Without places of their own, each line would wait for the words of all ticks to be measured.
        horizontalCoordinatesGenerator={() => (hasLevels ? up.ticks.map(up.place) : [])}
        verticalCoordinatesGenerator={() => (hasLevels ? [] : across.ticks.map(across.place))}
      />
      <XAxis
        {...shared}
        dataKey="x"
        domain={[...across.domain]}
        ticks={[...across.ticks]}
        padding={{ left: inset, right: inset }}
        height={height - bottom}
        tickLine={formatX === undefined ? false : { stroke: 'var(--line)' }}
        tickSize={4}
        tickMargin={4}
        {...(formatX ? { tickFormatter: formatX } : { tick: false })}
      />
      <YAxis
        {...shared}
        dataKey="y"
        domain={[...up.domain]}
        ticks={[...up.ticks]}
        width={left}
        tickMargin={6}
        {...(formatY ? { tickFormatter: formatY } : { tick: false })}
      />
    </>
  )
})

type PlotTooltipProps = {
  readonly area: PlotArea
  readonly findReading: (x: number) => PlotReading | null
}

/** What stands at the pointer, below the plot, where it covers none of it. */
export function PlotTooltip({ area, findReading }: PlotTooltipProps) {
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={{ stroke: 'var(--line-strong)' }}
      position={{ y: area.height }}
      allowEscapeViewBox={{ x: false, y: true }}
      wrapperStyle={{ zIndex: 5 }}
      content={<SeriesReading findReading={findReading} />}
    />
  )
}

type SeriesReadingProps = {
  readonly findReading: (x: number) => PlotReading | null
  /** As recharts has them. */
  readonly active?: boolean
  readonly label?: unknown
}

function SeriesReading({ active = false, label, findReading }: SeriesReadingProps) {
  return active && typeof label === 'number' ? <ReadingBox reading={findReading(label)} /> : null
}

/** The words of the point under the pointer, beside it. */
export function PointTooltip() {
  return (
    <Tooltip isAnimationActive={false} cursor={false} wrapperStyle={{ zIndex: 5 }} content={PointWords} />
  )
}

function PointWords({ active, payload }: TooltipContentProps) {
  const point: { readonly text?: string } | undefined = payload[0]?.payload
  return active && point?.text !== undefined ? <ReadingBox reading={{ notes: [point.text] }} /> : null
}

/** A reading as it floats over a plot. */
function ReadingBox({ reading }: { readonly reading: PlotReading | null }) {
  if (reading === null) return null
  const { heading, entries = [], notes = [] } = reading
  return (
    <div className={styles.tooltip}>
      {heading !== undefined && <Heading component="div">{heading}</Heading>}
      {notes.map((note) => (
        <div key={note}>{note}</div>
      ))}
      {entries.length > 0 && <ChartLegend entries={entries} isColumn />}
    </div>
  )
}
