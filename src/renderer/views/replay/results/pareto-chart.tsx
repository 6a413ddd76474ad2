import { Select } from '@mantine/core'
import { useState } from 'react'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { MarkLabels } from '../../../components/chart/mark-labels.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import type { ReplayResult } from '../../../../shared/api/replay.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { besideMarks } from '../plots/beside-marks.ts'
import { PlotFrame, type PlotArea } from '../plots/plot-frame.tsx'
import plots from '../plots/plots.module.css'
import { PointMark } from '../plots/point-mark.tsx'
import { PointReading } from '../plots/point-reading.tsx'
import { PointTarget } from '../plots/point-target.tsx'
import { besideNote } from '../plots/shared-notes.ts'
import { usePolicyPoints, type PolicyPoints } from '../plots/use-policy-points.ts'
import { rangeOf } from '../plots/range-of.ts'
import { useReplay } from '../replay-view.tsx'
import { NeverLines } from './never-lines.tsx'
import { neverBox, neverNames } from './never-names.ts'
import { paretoFront, paretoNote, type NeverPoint, type ParetoPoint } from './pareto-front.ts'
import { qualityMeasures, type PolicyMeasure } from './policy-measures.ts'
import { tickUsd } from './tick-usd.ts'

const firstMetric = 'continuation-recall'
/** More names than this would hide each other: then those of the front are enough, and the marks' titles have all. */
const mostLabels = 14
/** Points this near to each other from left to right, in pixels, would cover each other. */
const nearX = 10

/** What policies cost against what their condensations kept, and the front that nothing beats. */
export function ParetoChart() {
  const { result, metrics, hasPrices } = useReplay()
  const measures = qualityMeasures(metrics)
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
      columns={measure === undefined ? [] : columnsOf(measure, front)}
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

/** Policies that never condensed, where the measure says nothing of what was kept whole. */
function neverOf(
  { policies, recorded }: ReplayResult,
  points: readonly ParetoPoint[],
): readonly NeverPoint[] {
  return policies.flatMap(({ id, costUsd, firings }) => {
    // The agent may have condensed before what can be played.
    const isNever = firings.length === 0 && (id !== 'recorded' || recorded.firings.length === 0)
    const isPlaced = points.some((point) => point.id === id)
    return costUsd !== null && isNever && !isPlaced ? [{ id, costUsd, value: null }] : []
  })
}

function columnsOf(
  measure: PolicyMeasure,
  front: readonly ParetoPoint[],
): readonly TableColumn<ParetoPoint | NeverPoint>[] {
  return [
    { id: 'policy', header: 'Policy', value: ({ id }) => id },
    figureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd),
    figureColumn('value', measure.label, ({ value }) => value, measure.format),
    {
      id: 'front',
      header: 'On the front',
      value: ({ id, value }) =>
        value === null ? 'never condensed' : front.some((point) => point.id === id) ? 'yes' : 'no',
    },
  ]
}

type ParetoPlotProps = {
  readonly measure: PolicyMeasure
  readonly points: readonly ParetoPoint[]
  readonly front: readonly ParetoPoint[]
  readonly never: readonly NeverPoint[]
}

function ParetoPlot({ measure, points, front, never }: ParetoPlotProps) {
  const choice = usePolicyPoints(
    `Cost against ${measure.label}`,
    [...points, ...never]
      .toSorted((a, b) => a.costUsd - b.costUsd)
      .map(({ id, costUsd, value }) => ({ id, text: readingOf({ id, costUsd, value }, measure, front) })),
  )
  return (
    <>
      <PlotFrame
        title={`Cost against ${measure.label}`}
        summary={[
          ...points.map(
            ({ id, costUsd, value }) => `${id}: ${formatUsd(costUsd)} and ${measure.format(value)}`,
          ),
          ...never.map(({ id, costUsd }) => `${id}: ${formatUsd(costUsd)}, never condensed`),
        ].join('; ')}
        xRange={rangeOf([...points, ...never].map(({ costUsd }) => costUsd))}
        yRange={spread(rangeOf(points.map(({ value }) => value)), measure)}
        xLabel="Cost, $"
        yLabel={measure.label}
        formatX={tickUsd}
        formatY={measure.format}
        slider={choice.slider}
      >
        {(area) => <ParetoMarks area={area} points={points} front={front} never={never} choice={choice} />}
      </PlotFrame>
      <PointReading marked={choice.marked} />
    </>
  )
}

/** A policy with its figures, as a sentence tells them. */
function readingOf(
  { id, costUsd, value }: ParetoPoint | NeverPoint,
  { label, format }: PolicyMeasure,
  front: readonly ParetoPoint[],
): string {
  if (value === null) return `${id}: ${formatUsd(costUsd)}, never condensed`
  const isOnFront = front.some((point) => point.id === id)
  return `${id}: ${formatUsd(costUsd)}, ${label} ${format(value)}${isOnFront ? ', on the front of those that condensed' : ''}`
}

function ParetoMarks({
  area,
  points,
  front,
  never,
  choice,
}: Omit<ParetoPlotProps, 'measure'> & { readonly area: PlotArea; readonly choice: PolicyPoints }) {
  const { placeOf, shortOf } = useReplay()
  const { across, up, left, right, top, bottom } = area
  const names = neverNames(never, area, shortOf)
  const placed = points.map(({ id, costUsd, value }) => ({
    id,
    x: across.place(costUsd),
    y: up.place(value),
  }))
  const marks = besideMarks(placed, area, nearX)
    .map(({ mark, x }) => ({ ...mark, x, ownX: mark.x, text: shortOf(mark.id) }))
    .toSorted((a, b) => a.x - b.x)
  const labelled =
    marks.length <= mostLabels ? marks : marks.filter(({ id }) => front.some((point) => point.id === id))
  return (
    <>
      <NeverLines never={never} names={names} area={area} choice={choice} />
      <polyline
        className={plots.front}
        points={front.map(({ costUsd, value }) => `${across.place(costUsd)},${up.place(value)}`).join(' ')}
      />
      {marks.map(({ id, x, ownX, y }) => (
        <PointMark key={id} x={ownX} y={y} markX={x} place={placeOf(id)} text={id} />
      ))}
      {labelled.length <= mostLabels && (
        <MarkLabels
          marks={labelled}
          frame={{ left, right, top: top - 10, bottom }}
          others={names.map(neverBox)}
        />
      )}
      {marks.map(({ id, x, y }) => (
        <PointTarget key={id} id={id} x={x} y={y} points={choice} />
      ))}
    </>
  )
}

/** An axis of one value alone would say nothing. */
function spread(range: readonly number[], { span }: PolicyMeasure): readonly number[] {
  return range[0] === range[1] && span !== null ? span : range
}
