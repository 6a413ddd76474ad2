import { Curve, DefaultZIndexes, ZIndexLayer } from 'recharts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { shortenDistinctNames } from '../../lib/shorten-distinct-names.ts'
import { buildShapeOutline, pickVariantColor, pickVariantLook } from '../components/marks/variant-shape.ts'
import { findSharedRuns, computeTurnDashes } from './find-shared-runs.ts'
import { MarkNames, type PlotMark } from './marks.tsx'
import { coverGroups, spreadEnds } from './place-labels.ts'
import type { PlotArea } from './plot.tsx'
import styles from './plots.module.css'

/** One line of a plot. */
export type PlotLine = {
  readonly id: string
  readonly name: string
  /** What its colour and the shape of its marks go by. Null for a line of several policies, which has no colour. */
  readonly place: number | null
  readonly points: readonly PlotPoint[]
  /** Points that are marked. */
  readonly marks: readonly PlotPoint[]
}

/** A place in a plot. */
export type PlotPoint = {
  readonly x: number
  readonly y: number
  /** Tooltip of the point. */
  readonly text?: string
  /** The policy that its mark is of. Absent for that of the line. */
  readonly place?: number
  /** The same by its id, where it can be chosen. */
  readonly policyId?: string
  /** Whether its mark is small and unfilled. */
  readonly isHollow?: true
  /** Both ends of its interval. */
  readonly range?: readonly [number, number] | null
}

/** The marks of a line. */
export function buildLineMarks({ id, place: own, marks }: PlotLine): readonly PlotMark[] {
  return marks.map(({ x, y, place = own ?? 0, policyId, isHollow = false, range = null }) => ({
    id: policyId ?? `${id} ${x}`,
    x,
    y,
    color: pickVariantColor(place),
    shape: pickVariantLook(place).shape,
    isHollow,
    scale: isHollow ? 0.7 : 1,
    yRange: range,
    isChoice: policyId !== undefined,
  }))
}

/** Lines of several policies, one after the other. */
const dashes = ['none', '7 3', '2 3', '9 3 2 3']
/** To both sides of the only point of a line, in pixels: a line of one point would be none. */
const stub = 24
type PolicyLinesProps = {
  readonly lines: readonly PlotLine[]
  /** The one with a broad ground. */
  readonly strongId?: string | undefined
  readonly area: PlotArea
}

/**
 * The lines of policies. Where several have the same values, their colours take turns along one line. The strong one has
 * a broad ground. They are curves rather than series of the chart, which would work out each of their many pieces anew.
 */
export function PolicyLines({ lines, area: { across, up }, strongId }: PolicyLinesProps) {
  const seen = lines.map(({ points, ...line }) => {
    const places = points.map(({ x, y }) => ({ x: across.place(x), y: up.place(y) }))
    const [only, ...others] = places
    const isPoint = only !== undefined && others.length === 0
    return { ...line, points: isPoint ? [-stub, stub].map((by) => ({ x: only.x + by, y: only.y })) : places }
  })
  const runs = findSharedRuns(seen)
  const strong = seen.find(({ id, place }) => id === strongId && place !== null)
  return (
    <>
      {strong && (
        <ZIndexLayer zIndex={DefaultZIndexes.line - 1}>
          <Curve
            {...quiet}
            points={strong.points}
            stroke={pickLineColor(strong)}
            strokeWidth={7}
            opacity={0.3}
          />
        </ZIndexLayer>
      )}
      <ZIndexLayer zIndex={DefaultZIndexes.line}>
        {seen.map((line, index) =>
          line.place === null ? (
            <Curve
              key={line.id}
              {...quiet}
              points={line.points}
              stroke="var(--muted)"
              strokeDasharray={dashes[index % dashes.length] ?? 'none'}
            />
          ) : (
            (runs.get(line.id) ?? []).map((run, at) => (
              <Curve
                key={`${line.id} ${at}`}
                {...quiet}
                points={run.points}
                stroke={pickLineColor(line)}
                {...computeTurnDashes(run)}
              />
            ))
          ),
        )}
      </ZIndexLayer>
    </>
  )
}

const quiet = { fill: 'none', strokeWidth: 1.5 } as const

function pickLineColor({ place }: Pick<PlotLine, 'place'>): string {
  return pickVariantColor(place ?? 0)
}

/** Beside the axes, for the marks of the lines alone, in pixels. */
const marksRoom = 34
/** The narrowest plot that has room for names as well, and the share of it that they may take. */
const leastWidth = 440
const mostShare = 0.4
/** What one character takes, in pixels, a little too wide rather than too narrow. */
const characterWidth = 6.4
const mostCharacters = 22

/** Short names of lines for their ends, each different from the others. */
export function shortenEndNames(names: readonly string[]): ReadonlyMap<string, string> {
  return shortenDistinctNames(names, mostCharacters)
}

/** What the ends of lines take beside the axes of a plot: their marks, and their names where it is wide enough. */
export function measureEndRoom(names: Iterable<string>, width: number): number {
  const longest = findLargest(
    [...names].map((name) => name.length),
    0,
  )
  const room = marksRoom + characterWidth * longest
  return width < leastWidth || room > mostShare * width ? marksRoom : room
}

/** Whether a plot has kept room for names. */
export function hasRoomForNames({ right, width }: Pick<PlotArea, 'right' | 'width'>): boolean {
  return width - right > marksRoom
}

/** From the axes to the marks of the names, and from one name to the next, in pixels. */
const reach = 16
const gap = 13
/** Of the bar at the end of a line, and the least of it that one of several lines has, in pixels. */
const barHeight = 8
const leastHeight = 2

type LineEndsProps = {
  readonly lines: readonly PlotLine[]
  readonly area: PlotArea
  /** What lines are called in the room beside the axes, by their names. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Names the lines where they end. Those of one policy have a bar at their last value, and their name beside the axes
 * with a line to it: inside of the axes a mark would be taken for a condensation.
 */
export function LineEnds({ lines, area, names }: LineEndsProps) {
  const { across, up, right, top, bottom } = area
  const last = lines.flatMap(({ id, name, place, points }) => {
    const end = points.at(-1)
    return end === undefined ? [] : [{ id, name, place, end }]
  })
  const ends = last.flatMap(({ end, place, ...line }) =>
    place === null ? [] : [{ ...line, place, x: across.place(end.x), y: up.place(end.y) }],
  )
  const heights = spreadEnds(
    ends.map(({ y }) => y),
    { top, bottom },
    gap,
  )
  // Lines that end in the same place have a part of one bar each.
  const bars = new Map(
    coverGroups(ends, 1).flatMap((group) => {
      const part = Math.max(barHeight / group.length, leastHeight)
      return group.map(({ id, y }, at) => [id, { from: y + part * (at - group.length / 2), part }] as const)
    }),
  )
  const hasNames = hasRoomForNames(area) && ends.length * gap <= bottom - top + gap
  return (
    <ZIndexLayer zIndex={2000}>
      {ends.map(({ id, name, place, x, y }, index) => {
        const nameY = heights[index] ?? y
        const bar = bars.get(id)
        return (
          <g
            key={id}
            style={{ fill: pickVariantColor(place), stroke: pickVariantColor(place) }}
            data-end={id}
          >
            <polyline
              className={styles.lead}
              points={`${x},${y} ${right},${y} ${right + reach - 8},${nameY}`}
            />
            {bar && <line x1={x} x2={x} y1={bar.from} y2={bar.from + bar.part} strokeWidth={2.5} />}
            <path
              transform={`translate(${right + reach} ${nameY}) scale(0.8)`}
              d={buildShapeOutline(pickVariantLook(place).shape, 0, 0)}
            >
              <title>{name}</title>
            </path>
            {hasNames && (
              <text x={right + reach + 8} y={nameY + 4} className={styles.endName}>
                {names.get(name) ?? name}
                <title>{name}</title>
              </text>
            )}
          </g>
        )
      })}
      <MarkNames
        marks={last.flatMap(({ id, name, place, end }) => (place === null ? [{ id, name, ...end }] : []))}
        area={area}
      />
    </ZIndexLayer>
  )
}
