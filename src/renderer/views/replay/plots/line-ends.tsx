import { MarkLabels } from '../../../components/chart/mark-labels.tsx'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { coverGroups } from './cover-groups.ts'
import { fitsNames } from './end-room.ts'
import type { PlotLine } from './line-plot.tsx'
import type { PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { spreadEnds } from './spread-ends.ts'

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
  const { across, up, left, right, top, bottom } = area
  const ends = lines.flatMap(({ id, name, place, points }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ id, name, place, x: across.place(last.x), y: up.place(last.y) }]
  })
  const marked = ends.flatMap((end) => (end.place === null ? [] : [{ ...end, place: end.place }]))
  const named = ends.filter(({ place }) => place === null)
  const places = spreadEnds(
    marked.map(({ y }) => y),
    { top, bottom },
    gap,
  )
  const bars = endBars(marked)
  const hasNames = fitsNames(area) && marked.length * gap <= bottom - top + gap
  return (
    <>
      {marked.map(({ id, name, place, x, y }, index) => {
        const nameY = places[index] ?? y
        return (
          <g key={id} {...variantColour(place)} data-end={id}>
            <polyline
              className={styles.lead}
              points={`${x},${y} ${right},${y} ${right + reach - 8},${nameY}`}
            />
            <line className={styles.end} x1={x} x2={x} {...bars.get(id)} />
            <path
              transform={`translate(${right + reach} ${nameY}) scale(0.8)`}
              d={shapeOutline(variantLook(place).shape, 0, 0)}
            >
              <title>{name}</title>
            </path>
            {hasNames && (
              <text x={right + reach + 8} y={nameY + 4}>
                {names.get(name) ?? name}
                <title>{name}</title>
              </text>
            )}
          </g>
        )
      })}
      <MarkLabels
        marks={named.map(({ id, name, x, y }) => ({ id, x, y, text: name }))}
        frame={{ left, right, top: top - 10, bottom }}
      />
    </>
  )
}

/** The bars around the last values, by line. Lines that end in the same place have a part of one bar each. */
function endBars(
  ends: readonly { readonly id: string; readonly x: number; readonly y: number }[],
): ReadonlyMap<string, { readonly y1: number; readonly y2: number }> {
  return new Map(
    coverGroups(ends, 1).flatMap((group) => {
      const part = Math.max(barHeight / group.length, leastHeight)
      return group.map(({ id, y }, at) => {
        const y1 = y + part * (at - group.length / 2)
        return [id, { y1, y2: y1 + part }] as const
      })
    }),
  )
}
