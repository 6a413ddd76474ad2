import { useElementSize } from '@mantine/hooks'
import { useId, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { LevelLines } from '../../../components/chart/axis-lines.tsx'
import { niceAxis, type Axis } from '../../../lib/nice-axis.ts'
import { nearestValue } from './nearest-value.ts'
import styles from './plots.module.css'
import { valueAfterKey } from './value-after-key.ts'
import { wholeAxis } from './whole-axis.ts'

/** Where a plot draws, in pixels. */
export type PlotArea = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Of the whole plot. */
  readonly width: number
  readonly across: Axis
  readonly up: Axis
}

/** What makes a plot a place to choose one of some values by keyboard. */
export type PlotSlider = {
  readonly label: string
  /** Ascending. */
  readonly values: readonly number[]
  /** The chosen one; it may be none of them. */
  readonly value: number
  /** The value in words, with the figures there. */
  readonly text: string
  readonly onValue: (value: number) => void
}

type PlotFrameProps = {
  readonly title: string
  /** The same in a sentence, for those who do not see it. */
  readonly summary: string
  /** Smallest and largest values; those of the x axis are not needed where a cursor has them. */
  readonly xRange?: readonly number[]
  readonly yRange: readonly number[]
  readonly xLabel: string
  readonly yLabel: string
  readonly formatX: (value: number) => string
  readonly formatY: (value: number) => string
  /** Chooses among the whole numbers of the x axis, which has no others; by pointer as well, and with a line there. */
  readonly cursor?: PlotSlider | undefined
  /** Chooses among other things that are drawn. A plot with neither of the two is an image. */
  readonly slider?: PlotSlider | undefined
  /** Pixels to the right of the axes, by the width of the plot. */
  readonly endRoom?: (width: number) => number
  /** Pixels between the axes and the first and last values, for marks that are wide. */
  readonly inset?: number
  readonly children: (area: PlotArea) => ReactNode
}

const leastWidth = 320
const firstWidth = 560
/** How high a plot is for its width, in pixels. */
const heightOf = (width: number): number => Math.round(Math.min(340, Math.max(252, 0.23 * width)))
const edge = { left: 62, right: 16, top: 26, bottom: 38 }

/** Axes with their units around whatever is drawn between them, as wide as there is room. */
export function PlotFrame(props: PlotFrameProps) {
  const { title, summary, cursor, slider = cursor, endRoom, children } = props
  const id = useId()
  const { ref, width: measured } = useElementSize()
  const width = Math.max(leastWidth, measured === 0 ? firstWidth : Math.floor(measured))
  const height = heightOf(width)
  const area = areaOf(props, { width, height, right: width - (endRoom?.(width) ?? edge.right) })
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    if (cursor === undefined || event.buttons !== 1) return
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    cursor.onValue(nearestValue(cursor.values, x, area.across.place))
  }
  return (
    <div ref={ref} className={styles.holder} {...sliderProps(slider, `${id}-summary`)}>
      <svg
        width={width}
        height={height}
        className={styles.plot}
        {...(slider === undefined
          ? { role: 'img', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-summary` }
          : { 'aria-hidden': true })}
        data-points={cursor !== undefined}
        onPointerDown={point}
        onPointerMove={point}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-summary`}>{summary}</desc>
        <PlotAxes {...props} area={area} height={height} />
        {children(area)}
      </svg>
    </div>
  )
}

function areaOf(
  { xRange = [], yRange, cursor, inset = 0 }: PlotFrameProps,
  { width, height, right }: { readonly width: number; readonly height: number; readonly right: number },
): PlotArea {
  const { left, top } = edge
  const bottom = height - edge.bottom
  const stepsOf = (stepWidth: number): number => Math.max(3, Math.floor(width / stepWidth))
  const across =
    cursor === undefined
      ? niceAxis(xRange, left + inset, right - inset, stepsOf(110))
      : wholeAxis(cursor.values, left + inset, right - inset, stepsOf(80))
  return { left, right, top, bottom, width, across, up: niceAxis(yRange, bottom, top, 4) }
}

type PlotAxesProps = Pick<PlotFrameProps, 'xLabel' | 'yLabel' | 'formatX' | 'formatY' | 'cursor'> & {
  readonly area: PlotArea
  readonly height: number
}

function PlotAxes({ xLabel, yLabel, formatX, formatY, cursor, area, height }: PlotAxesProps) {
  const { left, right, top, bottom, across, up } = area
  return (
    <>
      <LevelLines axis={up} left={left} right={right} format={formatY} />
      {across.ticks.map((tick) => (
        <text key={tick} x={across.place(tick)} y={bottom + 16} textAnchor="middle">
          {formatX(tick)}
        </text>
      ))}
      <text x={8} y={13}>
        {yLabel}
      </text>
      <text x={right} y={height - 6} textAnchor="end">
        {xLabel}
      </text>
      {cursor !== undefined && (
        <line
          className={styles.cursor}
          x1={across.place(cursor.value)}
          x2={across.place(cursor.value)}
          y1={top - 6}
          y2={bottom}
        />
      )}
    </>
  )
}

function sliderProps(slider: PlotSlider | undefined, describedBy: string) {
  if (slider === undefined) return {}
  const { label, values, value, text, onValue } = slider
  return {
    className: `${styles.holder} ${styles.slider}`,
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': Math.min(value, values[0] ?? value),
    'aria-valuemax': Math.max(value, values.at(-1) ?? value),
    'aria-valuenow': value,
    'aria-valuetext': text,
    'aria-describedby': describedBy,
    onKeyDown: (event: KeyboardEvent): void => {
      const next = valueAfterKey(values, value, event)
      if (next === null) return
      event.preventDefault()
      onValue(next)
    },
  }
}
