import { useElementSize } from '@mantine/hooks'
import { useId, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { LevelLines } from '../../../components/chart/axis-lines.tsx'
import { niceAxis, type Axis } from '../../../lib/nice-axis.ts'
import styles from './plots.module.css'

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

/** What makes a plot a place to choose a value of its x axis by keyboard. */
export type PlotSlider = {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly value: number
  /** The value in words, with the figures there. */
  readonly text: string
  readonly onKeyDown: (event: KeyboardEvent) => void
}

type PlotFrameProps = {
  readonly title: string
  /** The same in a sentence, for those who do not see it. */
  readonly summary: string
  /** Smallest and largest values. */
  readonly xRange: readonly number[]
  readonly yRange: readonly number[]
  readonly xLabel: string
  readonly yLabel: string
  readonly formatX: (value: number) => string
  /** Whether only whole numbers stand at the axis. */
  readonly wholeX?: boolean
  readonly formatY: (value: number) => string
  readonly height?: number
  /** Called with the value under the pointer while it is pressed. */
  readonly onPoint?: ((x: number) => void) | undefined
  /** Absent for a plot that is an image. */
  readonly slider?: PlotSlider | undefined
  /** Pixels to the right of the axes, by the width of the plot. */
  readonly endRoom?: (width: number) => number
  /** Pixels between the axes and the first and last values, for marks that are wide. */
  readonly inset?: number
  readonly children: (area: PlotArea) => ReactNode
}

const leastWidth = 320
const firstWidth = 560
const edge = { left: 62, right: 16, top: 26, bottom: 38 }

/** Axes with their units around whatever is drawn between them, as wide as there is room. */
export function PlotFrame(props: PlotFrameProps) {
  const { title, summary, xRange, yRange, xLabel, yLabel, formatX, formatY, height = 252, children } = props
  const { onPoint, wholeX = false, slider, endRoom, inset = 0 } = props
  const id = useId()
  const { ref, width: measured } = useElementSize()
  const width = Math.max(leastWidth, measured === 0 ? firstWidth : Math.floor(measured))
  const [left, right] = [edge.left, width - (endRoom?.(width) ?? edge.right)]
  const [top, bottom] = [edge.top, height - edge.bottom]
  const across = niceAxis(xRange, left + inset, right - inset, Math.max(3, Math.floor(width / 110)))
  const lettered = across.ticks.filter((tick) => !wholeX || Number.isInteger(tick))
  const up = niceAxis(yRange, bottom, top, 4)
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    if (onPoint === undefined || event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const [low = 0, high = 1] = [across.ticks[0], across.ticks.at(-1)]
    const [start, end] = [across.place(low), across.place(high)]
    const share = (event.clientX - box.left - start) / (end - start)
    onPoint(low + Math.min(1, Math.max(0, share)) * (high - low))
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
        data-points={onPoint !== undefined}
        onPointerDown={point}
        onPointerMove={point}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-summary`}>{summary}</desc>
        <LevelLines axis={up} left={left} right={right} format={formatY} />
        {lettered.map((tick) => (
          <text key={tick} x={across.place(tick)} y={bottom + 16} textAnchor="middle">
            {formatX(tick)}
          </text>
        ))}
        <text x={8} y={12}>
          {yLabel}
        </text>
        <text x={right} y={height - 6} textAnchor="end">
          {xLabel}
        </text>
        {children({ left, right, top, bottom, width, across, up })}
      </svg>
    </div>
  )
}

function sliderProps(slider: PlotSlider | undefined, describedBy: string) {
  if (slider === undefined) return {}
  const { label, min, max, value, text, onKeyDown } = slider
  return {
    className: `${styles.holder} ${styles.slider}`,
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': value,
    'aria-valuetext': text,
    'aria-describedby': describedBy,
    onKeyDown,
  }
}
