import { Bar, Line, ReferenceLine } from 'recharts'
import { mostMarks, createNiceAxis, findValueRange, thinPoints, createWholeAxis } from './axes.ts'
import type { LegendEntry } from './chart-legend.tsx'
import { LineMarks } from './marks.tsx'
import { buildLevelLabel, placeLabels } from './place-labels.ts'
import { Plot, PlotTooltip, type PlotArea, type PlotReading, type PlotWords } from './plot.tsx'
import {
  shortenEndNames,
  measureEndRoom,
  LineEnds,
  buildLineMarks,
  PolicyLines,
  type PlotLine,
  type PlotPoint,
} from './policy-lines.tsx'
import type { PlotSlider } from './slider.ts'
import { Texts } from './steps.tsx'

/** What every series has. */
type SeriesProps = PlotWords & {
  readonly title: string
  readonly summary: string
  readonly xLabel: string
  readonly formatX: (value: number) => string
  /** Pixels between the axes and the first and last values. */
  readonly inset?: number
  /** Chooses among the whole numbers of the horizontal axis, which has no others. By pointer as well, with a line there. */
  readonly cursor?: PlotSlider
  readonly legend?: readonly LegendEntry[]
  readonly caption?: string
  readonly findReading?: (x: number) => PlotReading
}

type LinePlotProps = SeriesProps & {
  readonly lines: readonly PlotLine[]
  /** Values that lines are held against. */
  readonly limits?: readonly { readonly y: number; readonly text: string }[]
  /** Whether the axis begins at nothing. */
  readonly fromZero?: boolean
  readonly strongId?: string | undefined
  /** Chooses among the marks. */
  readonly choice?: {
    readonly slider: PlotSlider
    readonly chosenId: string | null
    readonly onChoose: (id: string) => void
  }
}

/** What is said below a plot of marks that would cover each other. */
export const besideNote =
  'Marks that would cover each other stand beside each other, each with a line to its place.'

/** The same below a plot of lines, and how lines that would cover each other are drawn. */
export const sharedNote = `Where policies have the same values, their colours take turns along the line. ${besideNote}`

/** Lines with marks on them, one for each policy. */
export function LinePlot(props: LinePlotProps) {
  const {
    lines,
    limits = [],
    strongId,
    fromZero = true,
    choice,
    legend,
    findReading,
    inset,
    cursor,
    ...plot
  } = props
  const points = lines.flatMap((line) => line.points)
  const names = shortenEndNames(lines.flatMap(({ name, place }) => (place === null ? [] : [name])))
  const most = Math.max(60, Math.floor(mostMarks / Math.max(1, lines.length)))
  const thin = lines.map((line) => ({
    ...line,
    points: thinSeries(line.points, most),
    marks: thinSeries(line.marks, most),
  }))
  return (
    <Plot
      {...plot}
      {...(legend && { legend: { entries: legend } })}
      slider={cursor ?? choice?.slider}
      isPointed={cursor !== undefined}
      buildArea={(width) =>
        buildSeriesArea(width, {
          cursor,
          inset,
          room: measureEndRoom(names.values(), width),
          xs: points.map(({ x }) => x),
          ys: [
            ...points.flatMap(({ y, range }) => [y, ...(range ?? [])]),
            ...limits.map(({ y }) => y),
            ...(fromZero ? [0] : []),
          ],
        })
      }
    >
      {(area) => (
        <>
          <PolicyLines lines={thin} area={area} strongId={strongId} />
          <LineEnds lines={thin} area={area} names={names} />
          <LineMarks
            marks={thin.flatMap(buildLineMarks)}
            area={area}
            near={0}
            chosenId={choice?.chosenId}
            onChoose={choice?.onChoose}
          />
          <Limits limits={limits} lines={thin} area={area} />
          {cursor && <ReferenceLine x={cursor.value} stroke="var(--text)" ifOverflow="hidden" />}
          {findReading && <LineReadings lines={thin} area={area} findReading={findReading} />}
        </>
      )}
    </Plot>
  )
}

type LineReadingsProps = Pick<LinePlotProps, 'lines'> & {
  readonly area: PlotArea
  readonly findReading: (x: number) => PlotReading
}

/** What stands at the pointer. The chart knows its places by a series that is not seen. */
function LineReadings({ lines, area, findReading }: LineReadingsProps) {
  const xs = new Set(lines.flatMap(({ points, marks }) => [...points, ...marks].map(({ x }) => x)))
  const data = [...xs].toSorted((a, b) => a - b).map((x) => ({ x, y: area.up.domain[0] }))
  return (
    <>
      <Line
        data={data}
        dataKey="y"
        stroke="none"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
        legendType="none"
      />
      <PlotTooltip area={area} findReading={findReading} />
    </>
  )
}

/** Room around a series, in pixels, and how high it is for its width. */
const edge = { left: 62, right: 16, top: 26, bottom: 38 }
const computeHeight = (width: number): number => Math.round(Math.min(340, Math.max(252, 0.23 * width)))

type SeriesRoom = {
  readonly cursor?: PlotSlider | undefined
  readonly inset?: number | undefined
  readonly room?: number
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

/** Where a series draws in a plot of a width. */
function buildSeriesArea(
  width: number,
  { cursor, inset = 0, room = edge.right, xs, ys }: SeriesRoom,
): PlotArea {
  const [left, top, right, height] = [edge.left, edge.top, width - room, computeHeight(width)]
  const bottom = height - edge.bottom
  const countSteps = (stepWidth: number): number => Math.max(3, Math.floor(width / stepWidth))
  const across =
    cursor === undefined
      ? createNiceAxis(findValueRange(xs), left + inset, right - inset, countSteps(110))
      : createWholeAxis(cursor.values, left + inset, right - inset, countSteps(80))
  return {
    left,
    right,
    top,
    bottom,
    width,
    height,
    inset,
    across,
    up: createNiceAxis(findValueRange(ys), bottom, top, 4),
  }
}

function thinSeries(points: readonly PlotPoint[], most: number): readonly PlotPoint[] {
  const range = { from: 0, to: points.length - 1 }
  return thinPoints(
    points.map(({ y }) => y),
    range,
    most,
  ).flatMap((at) => points[at] ?? [])
}

type LimitsProps = Required<Pick<LinePlotProps, 'lines' | 'limits'>> & { readonly area: PlotArea }

/** The limits, with their words where the fewest lines are in the way. */
function Limits({ limits, lines, area }: LimitsProps) {
  const { across, up } = area
  const labels = placeLabels(
    limits.map(({ y, text }) => buildLevelLabel(text, [text], up.place(y), area)),
    [],
    lines.map(({ points }) => points.map(({ x, y }) => ({ x: across.place(x), y: up.place(y) }))),
  )
  return (
    <>
      {limits.map(({ y, text }) => (
        <ReferenceLine
          key={text}
          y={y}
          stroke="var(--line-strong)"
          strokeWidth={1.5}
          strokeDasharray="6 3"
          zIndex={90}
        />
      ))}
      <Texts texts={labels} />
    </>
  )
}

type BarSeriesProps = SeriesProps & {
  readonly cursor: PlotSlider
  /** From the bottom up. */
  readonly parts: readonly { readonly id: string; readonly color: string }[]
  readonly rows: readonly { readonly x: number; readonly values: Readonly<Record<string, number>> }[]
}

const mostBarWidth = 28

/** A bar for each whole number of the horizontal axis, stacked by parts. */
export function BarSeries(props: BarSeriesProps) {
  const { parts, rows, cursor, legend, findReading, ...plot } = props
  const totals = rows.map(({ values }) => parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0))
  const kept = thinPoints(totals, { from: 0, to: rows.length - 1 }, Math.floor(mostMarks / parts.length))
  const data = kept.flatMap((at) => rows[at] ?? [])
  return (
    <Plot
      {...plot}
      {...(legend && { legend: { entries: legend } })}
      data={data}
      slider={cursor}
      isPointed
      buildArea={(width) =>
        buildSeriesArea(width, { cursor, inset: mostBarWidth / 2 + 2, xs: [], ys: [0, ...totals] })
      }
    >
      {(area) => {
        const { across, right, left } = area
        const slot = Math.min(
          Math.abs(across.place(1) - across.place(0)),
          (right - left) / Math.max(1, data.length),
        )
        const width = Math.min(mostBarWidth, Math.max(1, slot * 0.72))
        return (
          <>
            {parts.map(({ id, color }) => (
              <Bar
                key={id}
                dataKey={(row: BarSeriesProps['rows'][number]) => row.values[id] ?? 0}
                stackId="all"
                barSize={width}
                fill={color}
                stroke="var(--ground)"
                strokeWidth={width > 3 ? 0.5 : 0}
                isAnimationActive={false}
              />
            ))}
            <ReferenceLine x={cursor.value} stroke="var(--text)" ifOverflow="hidden" />
            {findReading && <PlotTooltip area={area} findReading={findReading} />}
          </>
        )
      }}
    </Plot>
  )
}
