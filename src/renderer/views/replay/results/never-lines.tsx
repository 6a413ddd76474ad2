import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import type { PlotArea } from '../plots/plot-frame.tsx'
import { PointTarget } from '../plots/point-target.tsx'
import type { PolicyPoints } from '../plots/use-policy-points.ts'
import plots from '../plots/plots.module.css'
import { useReplay } from '../replay-view.tsx'
import { byCost, type NeverName } from './never-names.ts'
import type { NeverPoint } from './pareto-front.ts'

type NeverLinesProps = {
  readonly never: readonly NeverPoint[]
  readonly names: readonly NeverName[]
  readonly area: PlotArea
  readonly choice: PolicyPoints
}

/** Policies that never condensed: a vertical line at each cost, with the marks and names of those that cost it. */
export function NeverLines({ never, names, area: { across, top, bottom }, choice }: NeverLinesProps) {
  const { placeOf } = useReplay()
  return (
    <>
      {[...byCost(never)].map(([costUsd, points]) => (
        <line
          key={costUsd}
          className={plots.never}
          x1={across.place(costUsd)}
          x2={across.place(costUsd)}
          y1={top}
          y2={bottom}
          data-never={points.map(({ id }) => id).join(' ')}
        >
          <title>{`${points.map(({ id }) => id).join(', ')}: ${formatUsd(costUsd)}, never condensed`}</title>
        </line>
      ))}
      {names.map(({ id, x, y, text, side }) => (
        <g key={id} {...variantColour(placeOf(id))}>
          <path className={plots.mark} d={shapeOutline(variantLook(placeOf(id)).shape, x, y)} />
          <text className={plots.label} x={x + side * 9} y={y + 4} textAnchor={side < 0 ? 'end' : 'start'}>
            {text}
          </text>
          <PointTarget id={id} x={x} y={y} points={choice} />
        </g>
      ))}
    </>
  )
}
