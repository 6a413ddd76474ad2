import { Select } from '@mantine/core'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { formatShare } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import type { PlotLine } from '../../../ui/plots/policy-lines.tsx'
import { PointReading, createPointSlider } from '../../../ui/plots/scatter.tsx'
import { besideNote, LinePlot } from '../../../ui/plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { formatTickUsd } from './format-tick-usd.ts'
import { plainMeasures, buildQualityMeasures, type PolicyMeasure } from './results-figures.ts'
import { sweepLines } from './sweep-lines.ts'

type SweepRow = {
  readonly lineId: string
  readonly line: string
  readonly threshold: number
  readonly policyId: string
  readonly value: number | null
}

/** A figure against the threshold, a line for each set of policies that differ in nothing else. */
export function SweepChart() {
  const { result, entries, metrics, findPlace, findName, hasPrices, findMeasure, findTableState } =
    useReplay()
  const known = useEditorChoices()
  const measures = [
    ...plainMeasures.filter(({ id }) => hasPrices || id !== 'cost'),
    ...buildQualityMeasures(metrics, result),
  ]
  const [measureId, setMeasure] = findMeasure('sweep', 'cost')
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const sweeps = sweepLines([...entries.values()], known)
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
    const points = buildPoints(own, measure, { findPlace, findName })
    return { id, name, place: null, points, marks: points }
  })
  return (
    <ChartFrame
      title="Sweep of thresholds"
      table={findTableState('Sweep of thresholds')}
      note={`${measure.label} against the threshold, a line for policies that differ in nothing else, named at its end. Each point has the mark of its policy. ${besideNote} A policy that never condensed kept everything.`}
      columns={sweepColumns(measure, findName)}
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
        <Block component="p" p="md" fz="xs">
          No policy of a sweep has a value of this.
        </Block>
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
  const { selected, select, findPlace, findName } = useReplay()
  const all = rows.flatMap(({ policyId: id, threshold, value }) =>
    value === null
      ? []
      : [{ id, threshold, text: `${findName(id)}: ${what} ${format(value)} at ${formatShare(threshold)}` }],
  )
  const chosen = all.find(({ id }) => id === selected?.id) ?? null
  return (
    <>
      <LinePlot
        title={title}
        summary={rows
          .map(({ policyId, value }) => `${findName(policyId)}: ${value === null ? 'none' : format(value)}`)
          .join('; ')}
        lines={lines}
        fromZero={measure.fromZero}
        inset={22}
        xLabel="Threshold, % of the window"
        yLabel={label}
        formatX={formatShare}
        formatY={measure.id === 'cost' ? formatTickUsd : format}
        choice={{
          slider: createPointSlider(title, all, chosen, select),
          chosenId: chosen?.id ?? null,
          onChoose: select,
        }}
        findReading={(x) => ({
          notes: all.flatMap(({ threshold, text }) => (threshold === x ? text : [])),
        })}
      />
      <PointReading point={chosen && { ...chosen, icon: <VariantMark place={findPlace(chosen.id)} /> }} />
    </>
  )
}

function buildPoints(
  rows: readonly SweepRow[],
  { format }: PolicyMeasure,
  { findPlace, findName }: Pick<ReturnType<typeof useReplay>, 'findPlace' | 'findName'>,
) {
  return rows.flatMap(({ threshold, value, policyId }) => {
    if (value === null) return []
    return {
      x: threshold,
      y: value,
      text: `${findName(policyId)}: ${format(value)}`,
      place: findPlace(policyId),
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
    buildFigureColumn('value', measure.label, ({ value }) => value, measure.format),
  ]
}
