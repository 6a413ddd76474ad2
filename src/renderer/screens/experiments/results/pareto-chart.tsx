import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { MetricSummary } from '../../../../shared/experiments/experiment-results-types.ts'
import { findTrickLevel } from '../../../../shared/experiments/pick-primary-metric.ts'
import { formatBare, formatHeader } from '../../../lib/bare-figures.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { pickVariantColor, pickVariantLook } from '../../../ui/components/marks/variant-shape.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { ScatterPlot } from '../../../ui/plots/scatter.tsx'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'

type ParetoChartProps = { readonly x: MetricInfo; readonly y: MetricInfo }

type ParetoPoint = {
  readonly id: string
  readonly name: string
  readonly place: number
  readonly x: MetricSummary
  readonly y: MetricSummary
  readonly trick: number | null
  readonly isOnFront: boolean
}

/** What is saved against what is kept: intervals both ways, the front that nothing beats, and what a trick scores. */
export function ParetoChart({ x, y }: ParetoChartProps) {
  const { results, names } = useExperiment()
  const points = names.order.flatMap((id): ParetoPoint[] => {
    const variant = results?.variants.find((candidate) => candidate.id === id)
    const [across, up] = [variant?.metrics[x.id], variant?.metrics[y.id]]
    if (variant === undefined || across === undefined || up === undefined) return []
    const { isOnParetoFront: isOnFront } = variant
    const trick = findTrickLevel(variant, y.id)
    return [{ id, name: names.findName(id), place: names.findPlace(id), x: across, y: up, trick, isOnFront }]
  })
  return (
    <ChartFrame
      title={`${x.label} against “${y.label}”`}
      note={`Up and to the right is better. The line is the front: nothing saves more and keeps more. Dashes are what ${describeTrick(y)} of that size would score.`}
      columns={buildParetoColumns({ x, y })}
      rows={points}
    >
      {points.length === 0 ? (
        <Block component="p" p="md" fz="xs">
          No variant has a value of both, so there is nothing to draw.
        </Block>
      ) : (
        <ParetoPlot x={x} y={y} points={points} />
      )}
    </ChartFrame>
  )
}

function describeTrick({ id }: MetricInfo): string {
  return id === 'continuation-recall' ? 'a random choice of messages' : 'the last messages'
}

function buildParetoColumns({ x, y }: ParetoChartProps): readonly TableColumn<ParetoPoint>[] {
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    ...[
      { id: 'x', metric: x, of: (point: ParetoPoint) => point.x },
      { id: 'y', metric: y, of: (point: ParetoPoint) => point.y },
    ].map(({ id, metric, of }) => ({
      id,
      header: formatHeader(metric),
      align: 'end' as const,
      value: (point: ParetoPoint) => of(point).mean,
      cell: (point: ParetoPoint) => (
        <FigureLink variantId={point.id} metric={metric.id}>
          {withInterval(of(point), metric)}
        </FigureLink>
      ),
    })),
    {
      id: 'trick',
      header: y.id === 'continuation-recall' ? 'By chance' : 'Last messages',
      align: 'end',
      value: ({ trick }) => trick,
      cell: ({ trick }) => formatBare(trick, y.unit),
    },
    { id: 'front', header: 'On the front', value: ({ isOnFront }) => (isOnFront ? 'yes' : 'no') },
  ]
}

/** More names than this would hide each other. A legend stands in their place. */
const mostLabels = 6

function ParetoPlot({ x, y, points }: ParetoChartProps & { readonly points: readonly ParetoPoint[] }) {
  const front = points.filter(({ isOnFront }) => isOnFront).toSorted((a, b) => a.x.mean - b.x.mean)
  const formatReading = ({ name, x: across, y: up }: ParetoPoint): string =>
    `${name}: ${formatHeader(x)} ${withInterval(across, x)}, ${formatHeader(y)} ${withInterval(up, y)}`
  return (
    <ScatterPlot
      title={`${x.label} against ${y.label}`}
      summary={points.map(formatReading).join('; ')}
      points={points.map((point) => ({
        id: point.id,
        name: point.name,
        text: `${formatReading(point)}${point.isOnFront ? ', on the front' : ''}`,
        icon: <VariantMark place={point.place} />,
        x: point.x.mean,
        y: point.y.mean,
        xRange: readInterval(point.x),
        yRange: readInterval(point.y),
        level: point.trick,
        color: pickVariantColor(point.place),
        shape: pickVariantLook(point.place).shape,
      }))}
      front={front.map((point) => ({ x: point.x.mean, y: point.y.mean }))}
      xLabel={formatHeader(x)}
      yLabel={y.label}
      formatX={(tick) => tick.toString().replace('-', '−')}
      formatY={(tick) => formatBare(tick, y.unit)}
      isNamed={() => points.length <= mostLabels}
      legend={
        points.length > mostLabels
          ? { label: 'Marks', entries: points.map(({ id, name, place }) => ({ id, name, mark: place })) }
          : undefined
      }
    />
  )
}

/** Both ends of the interval. Null where there is none. */
function readInterval({ low, high }: MetricSummary): readonly [number, number] | null {
  return low === null || high === null ? null : [low, high]
}

function withInterval(summary: MetricSummary, { unit }: MetricInfo): string {
  const { mean, low, high } = summary
  const text = formatBare(mean, unit)
  return low === null || high === null
    ? text
    : `${text} (${formatBare(low, unit)} to ${formatBare(high, unit)})`
}
