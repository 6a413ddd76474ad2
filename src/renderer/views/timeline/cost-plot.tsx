import { memo, useMemo } from 'react'
import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { LevelLines } from '../../components/chart/axis-lines.tsx'
import { niceAxis } from '../../lib/nice-axis.ts'
import { plotFrame } from './plot-frame.ts'
import type { SlotAxis } from './slot-axis.ts'
import { thinPoints, type PointRange } from './thin-points.ts'
import styles from './timeline-plot.module.css'

type CostPlotProps = {
  readonly points: readonly TimelinePoint[]
  readonly range: PointRange
  readonly axis: SlotAxis
  readonly width: number
  /** Where it begins and ends, in pixels from the top. */
  readonly top: number
  readonly bottom: number
}

/** What had been paid up to every message, in steps. */
export const CostPlot = memo(function CostPlot(props: CostPlotProps) {
  const { points, range, axis, width, top, bottom } = props
  const { line, levels } = useMemo(
    () => drawCosts({ points, range, axis, top, bottom }),
    [points, range, axis, top, bottom],
  )
  return (
    <g>
      <LevelLines {...levels} left={plotFrame.left} right={width - plotFrame.right} />
      <path d={line} className={styles.cost} />
      <text className={styles.axisName} x={plotFrame.left + 6} y={top + 8}>
        Cost so far, $
      </text>
    </g>
  )
})

function drawCosts({ points, range, axis, top, bottom }: Omit<CostPlotProps, 'width'>) {
  const costs = points.map(({ cumulativeUsd }) => cumulativeUsd ?? 0)
  const up = niceAxis([0, costs[range.to] ?? 0], bottom, top, 2)
  const drawn = thinPoints(costs, range, 1000)
  const steps = drawn.map((index, at) => {
    const end = axis.edge(drawn[at + 1] ?? range.to + 1)
    const y = up.place(costs[index] ?? 0).toFixed(1)
    return `${at === 0 ? 'M' : 'L'}${axis.edge(index).toFixed(1)} ${y}H${end.toFixed(1)}`
  })
  // All with as many decimals as the step needs.
  const decimals = Math.max(2, Math.ceil(-Math.log10(up.ticks[1] ?? 1)))
  const format = (costUsd: number): string => `$${costUsd.toFixed(decimals)}`
  return { line: steps.join(''), levels: { axis: up, format } }
}
