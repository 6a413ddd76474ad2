import { Select } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Pair } from '../../../../shared/domain/comparison.ts'
import type { ExperimentPlan } from '../../../../shared/domain/experiment.ts'
import type { VariantComparison, MetricSummary } from '../../../../shared/domain/experiment-results.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { marginOf } from '../../../../shared/lib/margin-of.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { routes } from '../../../lib/routes.ts'
import { formatBare, formatBareDifference, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { trickLevel } from '../../../../shared/lib/primary-of.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import { IntervalPlot, type IntervalRow } from '../../../plots/intervals.tsx'
import plots from '../../../plots/plots.module.css'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { variantColor, variantLook } from '../../../components/marks/variant-shape.ts'
import { ScatterPlot } from '../../../plots/scatter.tsx'
import { FigureLink } from './figure-link.tsx'

type DifferenceRow = Pair & { readonly name: string; readonly task: string; readonly href: string }

const preferred = ['continuation-recall', 'artifact-recall', 'reduction']

/** Every checkpoint's difference to the baseline on one metric, variant by variant. */
export function DifferenceChart() {
  const { detail, results, names, metrics, baselineId } = useExperiment()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string | null>(null)
  const measured = metrics.filter(({ id }) => results?.comparisons.some(({ metric }) => metric === id))
  const metric = metricOf(measured, chosen, results?.primary?.metric ?? null)
  if (metric === undefined || results === null) return null
  const noise = results.noiseFloor[metric.id] ?? 0
  const comparisons = names.order.flatMap((variantId) =>
    results.comparisons.filter(({ b, metric: of }) => b === variantId && of === metric.id),
  )
  const titleOf = titlesIn(detail.plan)
  const cellOf = (b: string, checkpointId: string): string =>
    routes.experimentCell(detail.summary.id, { checkpointId, variant: b, repeat: 1 }, metric.id)
  const rows = comparisons.flatMap(({ b, pairs }) =>
    pairs.map((pair) => ({
      ...pair,
      name: names.nameOf(b),
      href: cellOf(b, pair.checkpointId),
      task: titleOf(pair.checkpointId),
    })),
  )
  return (
    <ChartFrame
      title="Differences per checkpoint"
      note={differenceNote(metric, names.nameOf(baselineId), noise)}
      columns={columnsOf(metric)}
      rows={rows}
      controls={
        <Select
          aria-label="Metric of the differences"
          w={180}
          searchable
          data={measured.map(({ id, label }) => ({ value: id, label }))}
          value={metric.id}
          allowDeselect={false}
          onChange={setChosen}
        />
      }
    >
      {rows.length === 0 ? (
        <p className={plots.empty}>
          At no checkpoint do both the baseline and another variant have a value of this metric, so there is
          no difference to draw.
        </p>
      ) : (
        <IntervalPlot
          title={`Differences in ${metric.label}`}
          rows={comparisons.map((one) => rowOf(one, metric, names, titleOf))}
          margin={marginOf(metric, detail.plan.file.margins)}
          noise={noise}
          xLabel={`${headerOf(metric)}, difference`}
          formatX={(tick) => formatBareDifference(tick, metric.unit)}
          onOpen={(b, checkpointId) => navigate(cellOf(b, checkpointId))}
        />
      )}
    </ChartFrame>
  )
}

/** What checkpoints are called: their task and where it is cut. */
function titlesIn({ checkpoints }: ExperimentPlan): (checkpointId: string) => string {
  const titles = new Map(checkpoints.map(({ id, taskTitle, index }) => [id, `${taskTitle} #${index}`]))
  return (id) => showControls(titles.get(id) ?? id)
}

function differenceNote({ direction }: MetricInfo, baseline: string, noise: number): string {
  const side = direction === 'higher' ? 'right' : 'left'
  const floor =
    noise > 0 ? ' The dashed frame is the noise floor: how far the baseline differs from itself.' : ''
  return `Variant minus ${baseline}: ${side} of the line is better. Bars are means with 95 % intervals. Differences inside the band are too small to matter.${floor}`
}

/** The chosen metric, or else the one that decides, or the first of the preferred ones. */
function metricOf(
  measured: readonly MetricInfo[],
  chosen: string | null,
  primary: string | null,
): MetricInfo | undefined {
  return (
    [chosen, primary, ...preferred].flatMap((wanted) => measured.filter(({ id }) => id === wanted))[0] ??
    measured[0]
  )
}

function rowOf(
  { b, difference, low, high, pairs }: VariantComparison,
  { unit }: MetricInfo,
  names: ReturnType<typeof useExperiment>['names'],
  titleOf: (checkpointId: string) => string,
): IntervalRow {
  const textOf = (value: number | null): string => formatBareDifference(value, unit)
  const name = names.nameOf(b)
  return {
    id: b,
    name,
    place: names.placeOf(b),
    text: `${name} ${textOf(difference)}${low === null || high === null ? '' : ` (${textOf(low)} to ${textOf(high)})`}`,
    mean: difference,
    low,
    high,
    dots: pairs.map((pair) => ({
      id: pair.checkpointId,
      value: pair.difference,
      text: `${name} at ${titleOf(pair.checkpointId)}: ${textOf(pair.difference)}`,
    })),
  }
}

function columnsOf(metric: MetricInfo): readonly TableColumn<DifferenceRow>[] {
  const { unit } = metric
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    {
      id: 'task',
      header: 'Checkpoint',
      value: ({ task }) => task,
      cell: ({ task, href }) => <Link href={href}>{task}</Link>,
    },
    {
      id: 'baseline',
      header: 'Baseline',
      align: 'end',
      value: ({ baseline }) => baseline,
      cell: ({ baseline }) => formatBare(baseline, unit),
    },
    {
      id: 'candidate',
      header: headerOf(metric),
      align: 'end',
      value: ({ candidate }) => candidate,
      cell: ({ candidate }) => formatBare(candidate, unit),
    },
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      value: ({ difference }) => difference,
      cell: ({ difference }) => formatBareDifference(difference, unit),
    },
  ]
}

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
    const trick = trickLevel(variant, y.id)
    return [{ id, name: names.nameOf(id), place: names.placeOf(id), x: across, y: up, trick, isOnFront }]
  })
  return (
    <ChartFrame
      title={`${x.label} against “${y.label}”`}
      note={`Up and to the right is better. The line is the front: nothing saves more and keeps more. Dashes are what ${trickWords(y)} of that size would score.`}
      columns={paretoColumns({ x, y })}
      rows={points}
    >
      {points.length === 0 ? (
        <p className={plots.empty}>No variant has a value of both, so there is nothing to draw.</p>
      ) : (
        <ParetoPlot x={x} y={y} points={points} />
      )}
    </ChartFrame>
  )
}

function trickWords({ id }: MetricInfo): string {
  return id === 'continuation-recall' ? 'a random choice of messages' : 'the last messages'
}

function paretoColumns({ x, y }: ParetoChartProps): readonly TableColumn<ParetoPoint>[] {
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    ...[
      { id: 'x', metric: x, of: (point: ParetoPoint) => point.x },
      { id: 'y', metric: y, of: (point: ParetoPoint) => point.y },
    ].map(({ id, metric, of }) => ({
      id,
      header: headerOf(metric),
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
  const textOf = ({ name, x: across, y: up }: ParetoPoint): string =>
    `${name}: ${headerOf(x)} ${withInterval(across, x)}, ${headerOf(y)} ${withInterval(up, y)}`
  return (
    <ScatterPlot
      title={`${x.label} against ${y.label}`}
      summary={points.map(textOf).join('; ')}
      points={points.map((point) => ({
        id: point.id,
        name: point.name,
        text: `${textOf(point)}${point.isOnFront ? ', on the front' : ''}`,
        icon: <VariantMark place={point.place} />,
        x: point.x.mean,
        y: point.y.mean,
        xRange: rangeOf(point.x),
        yRange: rangeOf(point.y),
        level: point.trick,
        color: variantColor(point.place),
        shape: variantLook(point.place).shape,
      }))}
      front={front.map((point) => ({ x: point.x.mean, y: point.y.mean }))}
      xLabel={headerOf(x)}
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
function rangeOf({ low, high }: MetricSummary): readonly [number, number] | null {
  return low === null || high === null ? null : [low, high]
}

function withInterval(summary: MetricSummary, { unit }: MetricInfo): string {
  const { mean, low, high } = summary
  const text = formatBare(mean, unit)
  return low === null || high === null
    ? text
    : `${text} (${formatBare(low, unit)} to ${formatBare(high, unit)})`
}
