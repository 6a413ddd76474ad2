import { besideMarks } from './beside-marks.ts'
import { endNames, endRoom } from './end-room.ts'
import { limitLabels } from './limit-labels.ts'
import { LineEnds } from './line-ends.tsx'
import { PlotFrame, type PlotArea, type PlotSlider } from './plot-frame.tsx'
import { PointMark } from './point-mark.tsx'
import { PointTarget } from './point-target.tsx'
import { PolicyLines } from './policy-lines.tsx'
import type { PolicyPoints } from './use-policy-points.ts'
import styles from './plots.module.css'
import { rangeOf } from './range-of.ts'

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
  readonly formatY: (value: number) => string
  /** Values that lines are held against. */
  readonly limits?: readonly { readonly y: number; readonly text: string }[]
  /** Whether the axis begins at nothing. */
  readonly fromZero?: boolean
  readonly strongId?: string | undefined
  /** Pixels between the axes and the first and last values. */
  readonly inset?: number
  readonly cursor?: PlotSlider
  readonly slider?: PlotSlider
  /** What makes the marks of policies something to point at. */
  readonly choice?: PolicyPoints
}

/** Lines with marks on them, one for each policy. */
export function LinePlot(props: LinePlotProps) {
  const { lines, limits = [], strongId, fromZero = true, choice, ...frame } = props
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
          <LineEnds lines={lines} area={area} names={names} />
          <PolicyLines lines={lines} area={area} strongId={strongId} />
          <Marks lines={lines} area={area} choice={choice} />
          {limitLabels(
            limits.map(({ y, text }) => ({ text, y: area.up.place(y) })),
            lines.map((line) =>
              line.points.map(({ x, y }) => ({ x: area.across.place(x), y: area.up.place(y) })),
            ),
            area,
          ).map(({ text, x, y }) => (
            <text key={text} className={styles.label} x={x} y={y}>
              {text}
            </text>
          ))}
        </>
      )}
    </PlotFrame>
  )
}

type MarksProps = Pick<LinePlotProps, 'lines'> & {
  readonly area: PlotArea
  readonly choice: PolicyPoints | undefined
}

/** The marks of all lines above the lines, those of the same values beside each other. */
function Marks({ lines, area, choice }: MarksProps) {
  const { across, up } = area
  const marks = lines.flatMap((line) =>
    line.marks.map((point) => ({
      x: across.place(point.x),
      y: up.place(point.y),
      place: point.place ?? line.place ?? 0,
      point,
    })),
  )
  const placed = besideMarks(marks, area)
  return (
    <>
      {placed.map(({ mark, x }, index) => (
        <PointMark key={index} {...mark} markX={x} text={mark.point.text} isHollow={mark.point.isHollow} />
      ))}
      {choice !== undefined &&
        placed.flatMap(({ mark: { y, point }, x }) =>
          point.policyId === undefined
            ? []
            : [<PointTarget key={point.policyId} id={point.policyId} x={x} y={y} points={choice} />],
        )}
    </>
  )
}
