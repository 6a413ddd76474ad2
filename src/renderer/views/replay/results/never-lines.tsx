import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import type { PlotArea } from '../plots/plot-frame.tsx'
import { PointTarget } from '../plots/point-target.tsx'
import type { PolicyPoints } from '../plots/use-policy-points.ts'
import plots from '../plots/plots.module.css'
import { useReplay } from '../replay-view.tsx'
import type { NeverPoint } from './pareto-front.ts'

type NeverLinesProps = {
  readonly never: readonly NeverPoint[]
  readonly area: PlotArea
  readonly choice: PolicyPoints
}

const rowHeight = 14
const mostNames = 6

/** Policies that never condensed: a vertical line at each cost, with the marks and names of those that cost it. */
export function NeverLines({ never, area, choice }: NeverLinesProps) {
  const { across, top, bottom, left, right } = area
  const { placeOf, shortOf } = useReplay()
  const byCost = new Map<number, NeverPoint[]>()
  for (const point of never) byCost.set(point.costUsd, [...(byCost.get(point.costUsd) ?? []), point])
  return [...byCost].map(([costUsd, points]) => {
    const x = across.place(costUsd)
    // Names stand on the side that has more room.
    const side = x > (left + right) / 2 ? -1 : 1
    const more = points.length - mostNames
    return (
      <g key={costUsd} data-never={points.map(({ id }) => id).join(' ')}>
        <line className={plots.never} x1={x} x2={x} y1={top} y2={bottom}>
          <title>{`${points.map(({ id }) => id).join(', ')}: ${formatUsd(costUsd)}, never condensed`}</title>
        </line>
        {points.slice(0, mostNames).map(({ id }, row) => (
          <g key={id} {...variantColour(placeOf(id))}>
            <path
              className={plots.mark}
              d={shapeOutline(variantLook(placeOf(id)).shape, x, bottom - 10 - row * rowHeight)}
            />
            <text
              className={plots.label}
              x={x + side * 9}
              y={bottom - 6 - row * rowHeight}
              textAnchor={side < 0 ? 'end' : 'start'}
            >
              {shortOf(id)}
              {row === mostNames - 1 && more > 0 && ` and ${more} more`}
            </text>
            <PointTarget id={id} x={x} y={bottom - 10 - row * rowHeight} points={choice} />
          </g>
        ))}
      </g>
    )
  })
}
