import { MarkLabels } from '../../../components/chart/mark-labels.tsx'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import type { PlotLine } from './line-plot.tsx'
import type { PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { spreadEnds } from './spread-ends.ts'

/** From the end of the last line to the marks, and from one mark to the next, in pixels. */
const reach = 20
const gap = 13

/** What each line is, at its end: the mark of its policy, or its name where it is of several. */
export function LineEnds({ lines, area }: { readonly lines: readonly PlotLine[]; readonly area: PlotArea }) {
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
  const markX = Math.max(0, ...marked.map(({ x }) => x)) + reach
  return (
    <>
      {marked.map(({ id, name, place, x, y }, index) => {
        const markY = places[index] ?? y
        return (
          <g key={id} {...variantColour(place)} data-end={id}>
            <line className={styles.lead} x1={x} y1={y} x2={markX} y2={markY} />
            <path className={styles.mark} d={shapeOutline(variantLook(place).shape, markX, markY)}>
              <title>{name}</title>
            </path>
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
