import { useElementSize } from '@mantine/hooks'
import { useId, type PointerEvent, type ReactNode } from 'react'
import { LevelLines } from '../../../components/chart/axis-lines.tsx'
import { niceAxis, type Axis } from '../../../lib/nice-axis.ts'
import styles from './plots.module.css'

/** Where a plot draws, in pixels. */
export type PlotArea = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly across: Axis
  readonly up: Axis
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
  readonly children: (area: PlotArea) => ReactNode
}

const leastWidth = 320
const firstWidth = 560
const edge = { left: 62, right: 16, top: 26, bottom: 38 }

/** Axes with their units around whatever is drawn between them, as wide as there is room. */
export function PlotFrame(props: PlotFrameProps) {
  const { title, summary, xRange, yRange, xLabel, yLabel, formatX, formatY, height = 252, children } = props
  const { onPoint, wholeX = false } = props
  const id = useId()
  const { ref, width: measured } = useElementSize()
  const width = Math.max(leastWidth, measured === 0 ? firstWidth : Math.floor(measured))
  const [left, right] = [edge.left, width - edge.right]
  const [top, bottom] = [edge.top, height - edge.bottom]
  const across = niceAxis(xRange, left, right, Math.max(3, Math.floor(width / 110)))
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
    <div ref={ref} className={styles.holder}>
      <svg
        width={width}
        height={height}
        className={styles.plot}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-summary`}
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
        {children({ left, right, top, bottom, across, up })}
      </svg>
    </div>
  )
}
