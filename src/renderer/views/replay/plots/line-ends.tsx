import { MarkLabels } from '../../../components/chart/mark-labels.tsx'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { fitsNames } from './end-room.ts'
import type { PlotLine } from './line-plot.tsx'
import type { PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { spreadEnds } from './spread-ends.ts'

/** From the axes to the marks of the names, and from one name to the next, in pixels. */
const reach = 16
const gap = 13

type LineEndsProps = {
  readonly lines: readonly PlotLine[]
  readonly area: PlotArea
  /** What lines are called in the room beside the axes, by their names. */
  readonly names: ReadonlyMap<string, string>
  readonly shiftOf: (lineId: string, x: number) => number
}

/**
 * Names the lines where they end. Those of one policy have a bar at their last value, and their name beside the axes
 * with a line to it: inside of the axes a mark would be taken for a condensation.
 */
export function LineEnds({ lines, area, names, shiftOf }: LineEndsProps) {
  const { across, up, left, right, top, bottom } = area
  const ends = lines.flatMap(({ id, name, place, points }) => {
    const last = points.at(-1)
    return last === undefined
      ? []
      : [{ id, name, place, x: across.place(last.x), y: up.place(last.y) + shiftOf(id, last.x) }]
  })
  const marked = ends.flatMap((end) => (end.place === null ? [] : [{ ...end, place: end.place }]))
  const named = ends.filter(({ place }) => place === null)
  const places = spreadEnds(
    marked.map(({ y }) => y),
    { top, bottom },
    gap,
  )
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
            <line className={styles.end} x1={x} x2={x} y1={y - 4} y2={y + 4} />
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
