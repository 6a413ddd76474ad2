import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { PlotFrame, type PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { rangeOf } from './range-of.ts'

/** One line of a plot. */
export type PlotLine = {
  readonly id: string
  readonly name: string
  /** What its colour and the shape of its marks go by. */
  readonly place: number
  readonly points: readonly PlotPoint[]
  /** Points that are marked. */
  readonly marks: readonly PlotPoint[]
}

/** A place in a plot; the text is what a pointer that rests there is told. */
export type PlotPoint = { readonly x: number; readonly y: number; readonly text?: string }

type LinePlotProps = {
  readonly title: string
  readonly summary: string
  readonly lines: readonly PlotLine[]
  readonly xLabel: string
  readonly yLabel: string
  readonly formatX: (value: number) => string
  /** Whether only whole numbers stand at the axis. */
  readonly wholeX?: boolean
  readonly formatY: (value: number) => string
  /** Values that lines are held against. */
  readonly limits?: readonly { readonly y: number; readonly text: string }[]
  /** Whether the axis begins at nothing. */
  readonly fromZero?: boolean
  readonly strongId?: string | undefined
  readonly cursor?: number | null
  readonly onPoint?: (x: number) => void
}

/** Lines with marks on them, one for each policy. */
export function LinePlot(props: LinePlotProps) {
  const { lines, limits = [], cursor = null, strongId, fromZero = true, ...frame } = props
  const points = lines.flatMap((line) => line.points)
  return (
    <PlotFrame
      {...frame}
      xRange={rangeOf(points.map(({ x }) => x))}
      yRange={rangeOf([...points.map(({ y }) => y), ...limits.map(({ y }) => y), ...(fromZero ? [0] : [])])}
    >
      {(area) => (
        <>
          {cursor !== null && (
            <line
              className={styles.cursor}
              x1={area.across.place(cursor)}
              x2={area.across.place(cursor)}
              y1={area.top - 6}
              y2={area.bottom}
            />
          )}
          {limits.map(({ y, text }) => (
            <g key={text}>
              <line
                className={styles.limit}
                x1={area.left}
                x2={area.right}
                y1={area.up.place(y)}
                y2={area.up.place(y)}
              />
              <text className={styles.label} x={area.left + 4} y={area.up.place(y) - 4}>
                {text}
              </text>
            </g>
          ))}
          {lines.map((line) => (
            <Line key={line.id} line={line} area={area} isStrong={line.id === strongId} />
          ))}
        </>
      )}
    </PlotFrame>
  )
}

type LineProps = { readonly line: PlotLine; readonly area: PlotArea; readonly isStrong: boolean }

function Line({ line: { place, points, marks }, area: { across, up }, isStrong }: LineProps) {
  const { shape } = variantLook(place)
  // A line of one point would be none.
  const shown = points.length === 1 ? [...points, ...marks] : marks
  return (
    <g {...variantColour(place)}>
      <polyline
        className={styles.line}
        data-strong={isStrong}
        points={points.map(({ x, y }) => `${across.place(x)},${up.place(y)}`).join(' ')}
      />
      {shown.map(({ x, y, text }, index) => (
        <path key={index} className={styles.mark} d={shapeOutline(shape, across.place(x), up.place(y))}>
          {text !== undefined && <title>{text}</title>}
        </path>
      ))}
    </g>
  )
}
