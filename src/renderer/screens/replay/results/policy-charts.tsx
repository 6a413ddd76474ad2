import { Select } from '@mantine/core'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { ReplayResult } from '../../../../shared/replay/contract.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { pickVariantColor, pickVariantLook } from '../../../ui/components/marks/variant-shape.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { ScatterPlot } from '../../../ui/plots/scatter.tsx'
import { besideNote } from '../../../ui/plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { formatTickUsd } from './format-tick-usd.ts'
import {
  findNeverPoints,
  findParetoFront,
  explainParetoChart,
  type NeverPoint,
  type ParetoPoint,
  buildQualityMeasures,
  type PolicyMeasure,
} from './results-figures.ts'

const firstMetric = 'continuation-recall'
/** More names than this would hide each other: then those of the front are enough, and the marks' titles have all. */
const mostLabels = 14

/** What policies cost against what their condensations kept, and the front that nothing beats. */
export function ParetoChart() {
  const { result, metrics, hasPrices, findName, findMeasure, findTableState } = useReplay()
  const measures = buildQualityMeasures(metrics, result)
  const [measureId, setMeasure] = findMeasure('pareto', firstMetric)
  if (!hasPrices) return null
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const points = result.policies.flatMap((policy): ParetoPoint[] => {
    const value = measure?.of(policy) ?? null
    const { id, costUsd } = policy
    return value === null || costUsd === null ? [] : [{ id, costUsd, value }]
  })
  const front = measure === undefined ? [] : findParetoFront(points, measure.direction)
  const never = findNeverPoints(result, points)
  const isDrawn = (id: string): boolean => [...points, ...never].some((point) => point.id === id)
  const without = result.policies.filter(({ id }) => !isDrawn(id))
  const rows = [...points, ...never]
  const note = explainParetoChart({ points, front, never, without, findName })
  return (
    <ChartFrame
      title="Cost against quality"
      table={findTableState('Cost against quality')}
      note={points.length > 1 ? `${note} ${besideNote}` : note}
      columns={measure === undefined ? [] : buildColumns(measure, front, findName)}
      rows={rows}
      controls={
        measure !== undefined && (
          <Select
            aria-label="Quality in the chart"
            w={190}
            allowDeselect={false}
            data={measures.map(({ id, label }) => ({ value: id, label }))}
            value={measure.id}
            onChange={(next) => next !== null && setMeasure(next)}
          />
        )
      }
    >
      {measure === undefined || !isAnyCondensed(points, result) ? (
        <Block component="p" p="md" fz="xs">
          No policy condensed anything that could be measured.
        </Block>
      ) : (
        <ParetoPlot measure={measure} points={points} front={front} never={never} />
      )}
    </ChartFrame>
  )
}

function isAnyCondensed(points: readonly ParetoPoint[], { policies }: ReplayResult): boolean {
  return policies.some(({ id, firings }) => firings.length > 0 && points.some((point) => point.id === id))
}

type Columns = readonly TableColumn<ParetoPoint | NeverPoint>[]

function buildColumns(
  measure: PolicyMeasure,
  front: readonly ParetoPoint[],
  nameOf: (id: string) => string,
): Columns {
  return [
    { id: 'policy', header: 'Policy', value: ({ id }) => nameOf(id) },
    buildFigureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd, undefined, 'policy-cost'),
    buildFigureColumn('value', measure.label, ({ value }) => value, measure.format),
    {
      id: 'front',
      header: 'On the front',
      value: (point) =>
        point.value === null
          ? pickUnplacedWord(point)
          : front.some(({ id }) => id === point.id)
            ? 'yes'
            : 'no',
    },
  ]
}

type ParetoPlotProps = Readonly<{
  measure: PolicyMeasure
  points: readonly ParetoPoint[]
  front: readonly ParetoPoint[]
  never: readonly NeverPoint[]
}>

function ParetoPlot({ measure, points, front, never }: ParetoPlotProps) {
  const { findPlace, findName, findShortName, selected, select } = useReplay()
  const buildMark = (point: ParetoPoint | NeverPoint) => ({
    id: point.id,
    x: point.costUsd,
    name: findShortName(point.id),
    text: describePoint(findName(point.id), point, measure, front),
    color: pickVariantColor(findPlace(point.id)),
    shape: pickVariantLook(findPlace(point.id)).shape,
    icon: <VariantMark place={findPlace(point.id)} />,
  })
  const named = points.length <= mostLabels ? points : front.length <= mostLabels ? front : []
  return (
    <ScatterPlot
      title={`Cost against ${measure.label}`}
      summary={[...points, ...never]
        .map((point) => describePoint(findName(point.id), point, measure, []))
        .join('; ')}
      points={points.map((point) => ({ ...buildMark(point), y: point.value }))}
      columns={never.map(buildMark)}
      front={front.map(({ costUsd, value }) => ({ x: costUsd, y: value }))}
      isFrontDashed
      ySpan={measure.span}
      xLabel="Cost, $"
      yLabel={measure.label}
      formatX={formatTickUsd}
      formatY={measure.format}
      isNamed={(id) => named.some((point) => point.id === id)}
      chosen={{ id: selected?.id ?? null, onChoose: select }}
    />
  )
}

function pickUnplacedWord({ isNever: never }: NeverPoint): string {
  return never ? 'never condensed' : 'condensed, not measured'
}

/** A policy with its figures in a sentence. */
function describePoint(
  name: string,
  point: ParetoPoint | NeverPoint,
  { label, format }: PolicyMeasure,
  front: readonly ParetoPoint[],
): string {
  const { id, costUsd, value } = point
  if (value === null) return `${name}: ${formatUsd(costUsd)}, ${pickUnplacedWord(point)}`
  const isOnFront = front.some((one) => one.id === id)
  return `${name}: ${formatUsd(costUsd)}, ${label} ${format(value)}${isOnFront ? ', on the front' : ''}`
}
