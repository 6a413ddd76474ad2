import { Select } from '@mantine/core'
import { useState } from 'react'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { ReplayResult } from '../../../../shared/api/replay.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { variantColor, variantLook } from '../../../components/marks/variant-shape.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import plots from '../../../plots/plots.module.css'
import { ScatterPlot, PointReading, pointSlider } from '../../../plots/scatter.tsx'
import { besideNote, LinePlot } from '../../../plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import {
  neverOf,
  paretoFront,
  paretoNote,
  type NeverPoint,
  type ParetoPoint,
  sweepLines,
  qualityMeasures,
  type PolicyMeasure,
  plainMeasures,
} from './results-figures.ts'
import { tickUsd } from './tick-usd.ts'
import { formatShare } from '../../../lib/format.ts'
import type { PlotLine } from '../../../plots/policy-lines.tsx'

const firstMetric = 'continuation-recall'
/** More names than this would hide each other: then those of the front are enough, and the marks' titles have all. */
const mostLabels = 14

/** What policies cost against what their condensations kept, and the front that nothing beats. */
export function ParetoChart() {
  const { result, metrics, hasPrices, nameOf } = useReplay()
  const measures = qualityMeasures(metrics, result)
  const [measureId, setMeasure] = useState(firstMetric)
  if (!hasPrices) return null
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const points = result.policies.flatMap((policy): ParetoPoint[] => {
    const value = measure?.of(policy) ?? null
    const { id, costUsd } = policy
    return value === null || costUsd === null ? [] : [{ id, costUsd, value }]
  })
  const front = measure === undefined ? [] : paretoFront(points, measure.direction)
  const never = neverOf(result, points)
  const isDrawn = (id: string): boolean => [...points, ...never].some((point) => point.id === id)
  const without = result.policies.filter(({ id }) => !isDrawn(id))
  const rows = [...points, ...never]
  const note = paretoNote({ points, front, never, without })
  return (
    <ChartFrame
      title="Cost against quality"
      note={points.length > 1 ? `${note} ${besideNote}` : note}
      columns={measure === undefined ? [] : columnsOf(measure, front, nameOf)}
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
        <p className={plots.empty}>No policy condensed anything that could be measured.</p>
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

function columnsOf(
  measure: PolicyMeasure,
  front: readonly ParetoPoint[],
  nameOf: (id: string) => string,
): Columns {
  return [
    { id: 'policy', header: 'Policy', value: ({ id }) => nameOf(id) },
    figureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd, undefined, 'policy-cost'),
    figureColumn('value', measure.label, ({ value }) => value, measure.format),
    {
      id: 'front',
      header: 'On the front',
      value: (point) =>
        point.value === null ? unplacedWord(point) : front.some(({ id }) => id === point.id) ? 'yes' : 'no',
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
  const { placeOf, nameOf, shortOf, selected, select } = useReplay()
  const markOf = (point: ParetoPoint | NeverPoint) => ({
    id: point.id,
    x: point.costUsd,
    name: shortOf(point.id),
    text: readingOf(nameOf(point.id), point, measure, front),
    color: variantColor(placeOf(point.id)),
    shape: variantLook(placeOf(point.id)).shape,
    icon: <VariantMark place={placeOf(point.id)} />,
  })
  const named = points.length <= mostLabels ? points : front.length <= mostLabels ? front : []
  return (
    <ScatterPlot
      title={`Cost against ${measure.label}`}
      summary={[...points, ...never]
        .map((point) => readingOf(nameOf(point.id), point, measure, []))
        .join('; ')}
      points={points.map((point) => ({ ...markOf(point), y: point.value }))}
      columns={never.map(markOf)}
      front={front.map(({ costUsd, value }) => ({ x: costUsd, y: value }))}
      isFrontDashed
      ySpan={measure.span}
      xLabel="Cost, $"
      yLabel={measure.label}
      formatX={tickUsd}
      formatY={measure.format}
      isNamed={(id) => named.some((point) => point.id === id)}
      chosen={{ id: selected?.id ?? null, onChoose: select }}
    />
  )
}

function unplacedWord({ isNever: never }: NeverPoint): string {
  return never ? 'never condensed' : 'condensed, not measured'
}

/** A policy with its figures in a sentence. */
function readingOf(
  name: string,
  point: ParetoPoint | NeverPoint,
  { label, format }: PolicyMeasure,
  front: readonly ParetoPoint[],
): string {
  const { id, costUsd, value } = point
  if (value === null) return `${name}: ${formatUsd(costUsd)}, ${unplacedWord(point)}`
  const isOnFront = front.some((one) => one.id === id)
  return `${name}: ${formatUsd(costUsd)}, ${label} ${format(value)}${isOnFront ? ', on the front' : ''}`
}

type SweepRow = {
  readonly lineId: string
  readonly line: string
  readonly threshold: number
  readonly policyId: string
  readonly value: number | null
}

/** A figure against the threshold, a line for each set of policies that differ in nothing else. */
export function SweepChart() {
  const { result, entries, metrics, placeOf, nameOf, hasPrices } = useReplay()
  const measures = [
    ...plainMeasures.filter(({ id }) => hasPrices || id !== 'cost'),
    ...qualityMeasures(metrics, result),
  ]
  const [measureId, setMeasure] = useState('cost')
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const sweeps = sweepLines([...entries.values()])
  if (measure === undefined || sweeps.length === 0) return null
  const policies = new Map(result.policies.map((policy) => [policy.id, policy]))
  const rows = sweeps.flatMap(({ id, name, points }) =>
    points.map(({ policyId, threshold }): SweepRow => {
      const policy = policies.get(policyId)
      return {
        lineId: id,
        line: name,
        threshold,
        policyId,
        value: policy === undefined ? null : measure.of(policy),
      }
    }),
  )
  const lines = sweeps.map(({ id, name }) => {
    const own = rows.filter(({ lineId }) => lineId === id)
    const points = pointsOf(own, measure, { placeOf, nameOf })
    return { id, name, place: null, points, marks: points }
  })
  return (
    <ChartFrame
      title="Sweep of thresholds"
      note={`${measure.label} against the threshold, a line for policies that differ in nothing else, named at its end. Each point has the mark of its policy. ${besideNote} A policy that never condensed kept everything.`}
      columns={sweepColumns(measure, nameOf)}
      rows={rows}
      controls={
        <Select
          aria-label="Figure of the sweep"
          w={180}
          allowDeselect={false}
          data={measures.map(({ id, label }) => ({ value: id, label }))}
          value={measure.id}
          onChange={(next) => next !== null && setMeasure(next)}
        />
      }
    >
      {lines.every(({ points }) => points.length === 0) ? (
        <p className={plots.empty}>No policy of a sweep has a value of this.</p>
      ) : (
        <SweepPlot measure={measure} rows={rows} lines={lines} />
      )}
    </ChartFrame>
  )
}

type SweepPlotProps = {
  readonly measure: PolicyMeasure
  readonly rows: readonly SweepRow[]
  readonly lines: readonly PlotLine[]
}

function SweepPlot({ measure, rows, lines }: SweepPlotProps) {
  const { label, format } = measure
  const title = `${label} against the threshold`
  // Its unit stands with the value.
  const what = label.replace(/, (?:\$|tok)$/, '')
  const { selected, select, placeOf, nameOf } = useReplay()
  const all = rows.flatMap(({ policyId: id, threshold, value }) =>
    value === null
      ? []
      : [{ id, threshold, text: `${nameOf(id)}: ${what} ${format(value)} at ${formatShare(threshold)}` }],
  )
  const chosen = all.find(({ id }) => id === selected?.id) ?? null
  return (
    <>
      <LinePlot
        title={title}
        summary={rows
          .map(({ policyId, value }) => `${nameOf(policyId)}: ${value === null ? 'none' : format(value)}`)
          .join('; ')}
        lines={lines}
        fromZero={measure.fromZero}
        inset={22}
        xLabel="Threshold, % of the window"
        yLabel={label}
        formatX={formatShare}
        formatY={measure.id === 'cost' ? tickUsd : format}
        choice={{
          slider: pointSlider(title, all, chosen, select),
          chosenId: chosen?.id ?? null,
          onChoose: select,
        }}
        readingAt={(x) => ({
          notes: all.flatMap(({ threshold, text }) => (threshold === x ? text : [])),
        })}
      />
      <PointReading point={chosen && { ...chosen, icon: <VariantMark place={placeOf(chosen.id)} /> }} />
    </>
  )
}

function pointsOf(
  rows: readonly SweepRow[],
  { format }: PolicyMeasure,
  { placeOf, nameOf }: Pick<ReturnType<typeof useReplay>, 'placeOf' | 'nameOf'>,
) {
  return rows.flatMap(({ threshold, value, policyId }) => {
    if (value === null) return []
    return {
      x: threshold,
      y: value,
      text: `${nameOf(policyId)}: ${format(value)}`,
      place: placeOf(policyId),
      policyId,
    }
  })
}

function sweepColumns(
  measure: PolicyMeasure,
  nameOf: (id: string) => string,
): readonly TableColumn<SweepRow>[] {
  return [
    { id: 'line', header: 'Sweep', value: ({ line }) => line },
    { id: 'threshold', header: 'Threshold (%)', align: 'end', value: ({ threshold }) => threshold },
    { id: 'policy', header: 'Policy', value: ({ policyId }) => nameOf(policyId) },
    figureColumn('value', measure.label, ({ value }) => value, measure.format),
  ]
}
