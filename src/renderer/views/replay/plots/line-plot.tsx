import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { endNames, endRoom } from './end-room.ts'
import { LineEnds } from './line-ends.tsx'
import { PlotFrame, type PlotArea, type PlotSlider } from './plot-frame.tsx'
import { PointTarget } from './point-target.tsx'
import type { PolicyPoints } from './use-policy-points.ts'
import styles from './plots.module.css'
import { rangeOf } from './range-of.ts'
import { strandShifts } from './strand-shifts.ts'

/** One line of a plot. */
export type PlotLine = {
  readonly id: string
  readonly name: string
  /** What its colour and the shape of its marks go by; null for a line of several policies, which has no colour. */
  readonly place: number | null
  readonly points: readonly PlotPoint[]
  /** Points that are marked. */
  readonly marks: readonly PlotPoint[]
}

/** A place in a plot. */
export type PlotPoint = {
  readonly x: number
  readonly y: number
  /** What a pointer that rests there is told. */
  readonly text?: string
  /** The policy that its mark is of; absent for that of the line. */
  readonly place?: number
  /** The same by its id, where it can be pointed at. */
  readonly policyId?: string
  /** Whether its mark is small and unfilled. */
  readonly isHollow?: true
}

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
  /** Whether lines of the same values stand beside each other. */
  readonly asStrands?: boolean
  readonly strongId?: string | undefined
  readonly cursor?: number | null
  readonly onPoint?: (x: number) => void
  /** Pixels between the axes and the first and last values. */
  readonly inset?: number
  readonly slider?: PlotSlider
  /** What makes the marks of policies something to point at. */
  readonly choice?: PolicyPoints
}

/** Lines of several policies, one after the other. */
const dashes = ['none', '7 3', '2 3', '9 3 2 3']

/** Lines with marks on them, one for each policy. */
export function LinePlot(props: LinePlotProps) {
  const { lines, limits = [], cursor = null, strongId, fromZero = true, choice, ...rest } = props
  const { asStrands = false, ...frame } = rest
  const shiftOf = asStrands ? strandShifts(lines) : () => 0
  const points = lines.flatMap((line) => line.points)
  const names = endNames(lines.flatMap(({ name, place }) => (place === null ? [] : [name])))
  return (
    <PlotFrame
      {...frame}
      endRoom={(width) => endRoom(names.values(), width)}
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
            <line
              key={text}
              className={styles.limit}
              x1={area.left}
              x2={area.right}
              y1={area.up.place(y)}
              y2={area.up.place(y)}
            />
          ))}
          <LineEnds lines={lines} area={area} names={names} shiftOf={shiftOf} />
          {lines.map((line, index) => (
            <Line
              key={line.id}
              line={line}
              area={area}
              shiftOf={shiftOf}
              isStrong={line.id === strongId}
              dash={dashes[index % dashes.length] ?? 'none'}
            />
          ))}
          {limits.map(({ y, text }) => (
            <text key={text} className={styles.label} x={area.left + 4} y={area.up.place(y) - 4}>
              {text}
            </text>
          ))}
          {choice !== undefined && <Targets lines={lines} area={area} choice={choice} />}
        </>
      )}
    </PlotFrame>
  )
}

type TargetsProps = Pick<LinePlotProps, 'lines'> & { readonly area: PlotArea; readonly choice: PolicyPoints }

function Targets({ lines, area: { across, up }, choice }: TargetsProps) {
  return lines.flatMap(({ marks }) =>
    marks.flatMap(({ x, y, policyId }) =>
      policyId === undefined
        ? []
        : [<PointTarget key={policyId} id={policyId} x={across.place(x)} y={up.place(y)} points={choice} />],
    ),
  )
}

type LineProps = {
  readonly line: PlotLine
  readonly area: PlotArea
  readonly shiftOf: (lineId: string, x: number) => number
  readonly isStrong: boolean
  readonly dash: string
}

function Line({ line: { id, place, points, marks }, area, shiftOf, isStrong, dash }: LineProps) {
  const { across, up } = area
  // A line of one point would be none.
  const shown = points.length === 1 ? [...points, ...marks] : marks
  return (
    <g {...(place === null ? { className: styles.neutral } : variantColour(place))}>
      <polyline
        className={styles.line}
        data-strong={isStrong}
        strokeDasharray={place === null ? dash : undefined}
        points={points.map(({ x, y }) => `${across.place(x)},${up.place(y) + shiftOf(id, x)}`).join(' ')}
      />
      {shown.map((point, index) => (
        <g key={index} transform={`translate(0 ${shiftOf(id, point.x)})`}>
          <PointMark point={point} place={point.place ?? place ?? 0} area={area} />
        </g>
      ))}
    </g>
  )
}

type PointMarkProps = { readonly point: PlotPoint; readonly place: number; readonly area: PlotArea }

function PointMark({ point: { x, y, text, isHollow }, place, area: { across, up } }: PointMarkProps) {
  const { shape } = variantLook(place)
  const title = text !== undefined && <title>{text}</title>
  return (
    <g {...variantColour(place)}>
      {isHollow === true ? (
        <path
          className={styles.hollow}
          transform={`translate(${across.place(x)} ${up.place(y)}) scale(0.7)`}
          d={shapeOutline(shape, 0, 0)}
        >
          {title}
        </path>
      ) : (
        <path className={styles.mark} d={shapeOutline(shape, across.place(x), up.place(y))}>
          {title}
        </path>
      )}
    </g>
  )
}
