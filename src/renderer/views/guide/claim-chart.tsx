import type { ComparedProviderId } from '../../../shared/domain/guide.ts'
import { figureColumn } from '../../components/figure-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'
import { variantColor, type VariantShape } from '../../components/marks/variant-shape.ts'
import { ChartFrame } from '../../plots/chart-frame.tsx'
import { ScatterPlot } from '../../plots/scatter.tsx'
import type { ChartPoint } from './chart-points.ts'

type ClaimChartProps = {
  readonly title: string
  readonly note: string
  readonly points: readonly ChartPoint[]
  readonly yLabel: string
  /** From 0 up; the last one is the end of the axis unless a point lies beyond it. */
  readonly yTicks: readonly number[]
  readonly formatY: (value: number) => string
}

/** Marks over the share of tokens that is saved, and the table behind them. */
export function ClaimChart(props: ClaimChartProps) {
  const { title, note, points, yLabel, formatY } = props
  const columns: readonly TableColumn<ChartPoint>[] = [
    { id: 'what', header: 'What', value: ({ label }) => label },
    figureColumn('low', 'Saved from (%)', ({ x }) => x.low, formatShare),
    figureColumn('high', 'Saved to (%)', ({ x }) => x.high, formatShare),
    figureColumn('y', yLabel, ({ y }) => y, formatY),
  ]
  return (
    <ChartFrame title={title} note={note} columns={columns} rows={points}>
      <Plot {...props} />
    </ChartFrame>
  )
}

/** The mark of each provider: a shape and a hue of the variants. */
const marks: Readonly<Record<ComparedProviderId, { readonly shape: VariantShape; readonly hue: number }>> = {
  native: { shape: 'circle', hue: 0 },
  lossless: { shape: 'square', hue: 2 },
  truncation: { shape: 'triangle', hue: 1 },
  smart: { shape: 'diamond', hue: 3 },
}

const xTicks = [0, 20, 40, 60, 80, 100]

function Plot({ title, points, yLabel, yTicks, formatY }: ClaimChartProps) {
  const textOf = ({ label, x, y }: ChartPoint): string =>
    `${label}: ${formatShare(x.low)} to ${formatShare(x.high)} saved, ${formatY(y)}`
  return (
    <ScatterPlot
      title={title}
      summary={points.map(textOf).join('; ')}
      points={points.map((point) => ({
        id: point.id,
        name: point.label,
        text: textOf(point),
        x: point.x.middle,
        y: point.y,
        xRange: [point.x.low, point.x.high],
        color: variantColor(marks[point.providerId].hue),
        shape: marks[point.providerId].shape,
        isHollow: point.isMeasured,
      }))}
      xTicks={xTicks}
      yTicks={yTicks}
      xLabel="Tokens saved (%)"
      yLabel={yLabel}
      formatX={String}
      formatY={formatY}
    />
  )
}
