import { useState } from 'react'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'
import { formatHalfLife } from '../../../../shared/replay/policy-words.ts'
import type { DriftCycle } from '../../../../shared/replay/types.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import type { LegendEntry } from '../../../ui/plots/chart-legend.tsx'
import type { PlotLine } from '../../../ui/plots/policy-lines.tsx'
import { LinePlot, sharedNote } from '../../../ui/plots/time-series.tsx'
import { describeCondensation, shareText, findSurvivalAfter, type DriftedPolicy } from './survival-text.ts'

type SurvivalChartProps = {
  readonly result: DriftResult
  readonly findPlace: (policyId: string) => number
  readonly findName: (policyId: string) => string
}

type CycleRow = { readonly policy: string; readonly cycle: number; readonly own: DriftCycle }

/** What is left of the first facts after each condensation, a line for each policy. */
export function SurvivalChart({ result: { policies, cuts }, findPlace, findName }: SurvivalChartProps) {
  const rows = policies.flatMap(({ id, cycles }) =>
    cycles.map((own, index): CycleRow => ({ policy: findName(id), cycle: index + 1, own })),
  )
  return (
    <ChartFrame
      title="Survival of the first facts"
      note={`Share of the facts stated before the first condensation that are still stated after each of the ${formatInteger(cuts.length)}. A mark is a condensation. ${sharedNote} Click, drag or use the arrow keys to look at a condensation.`}
      columns={cycleColumns}
      rows={rows}
    >
      {policies.every(({ facts }) => facts === 0) ? (
        <Block component="p" pb="sm" px="md" fz="xs">
          There is nothing to lose: all that is stated before the first condensation is stated again by a
          later message, or nothing is. Fewer condensations begin later.
        </Block>
      ) : (
        <SurvivalPlot policies={policies} cuts={cuts} findPlace={findPlace} findName={findName} />
      )}
    </ChartFrame>
  )
}

/** Between the axes and the first and last marks, in pixels: as far as four of them stand beside each other. */
const inset = 22

type SurvivalPlotProps = DriftResult & Omit<SurvivalChartProps, 'result'>

function SurvivalPlot({ policies, cuts, findPlace, findName }: SurvivalPlotProps) {
  const [chosen, setChosen] = useState(cuts.length)
  // Another drift may have fewer condensations.
  const at = Math.min(chosen, cuts.length)
  const buildEntries = (after: number): readonly LegendEntry[] =>
    policies.map((policy) => ({
      id: policy.id,
      name: findName(policy.id),
      mark: findPlace(policy.id),
      value: `${shareText(findSurvivalAfter(policy, after))}, ${formatHalfLife(policy)}`,
    }))
  const heading = describeCondensation(cuts, at)
  return (
    <>
      <LinePlot
        title="Survival of the first facts by condensation"
        summary={policies.map((policy) => `${findName(policy.id)}: ${formatHalfLife(policy)}`).join('; ')}
        lines={policies.map((policy) => buildLine(policy, findName(policy.id), findPlace(policy.id)))}
        inset={inset}
        xLabel="Condensation"
        yLabel="Survival, %"
        formatX={formatInteger}
        formatY={(value) => formatInteger(100 * value)}
        cursor={{
          label: 'Survival of the first facts by condensation',
          values: [0, ...cuts.map((_, index) => index + 1)],
          value: at,
          text: `${heading}: ${policies.map((policy) => `${findName(policy.id)} ${shareText(findSurvivalAfter(policy, at))}`).join('; ')}`,
          onValue: setChosen,
        }}
        caption={heading}
        legend={buildEntries(at)}
        findReading={(after) => ({
          heading: describeCondensation(cuts, after),
          entries: buildEntries(after),
        })}
      />
    </>
  )
}

/** A mark is a condensation. Where the history stayed as it was, the line goes on without one. */
function buildLine({ id, cycles }: DriftedPolicy, name: string, place: number): PlotLine {
  const points = cycles.flatMap(({ survival, isCondensed }, index) => {
    const x = index + 1
    return survival === null
      ? []
      : [{ x, y: survival, isCondensed, text: `${name}, ${x}: ${shareText(survival)}` }]
  })
  const marks = points.filter(({ isCondensed }) => isCondensed)
  return { id, name, place, points: [{ x: 0, y: 1 }, ...points], marks }
}

const cycleColumns: readonly TableColumn<CycleRow>[] = [
  { id: 'policy', header: 'Policy', value: ({ policy }) => policy },
  { id: 'cycle', header: 'Condensation', align: 'end', value: ({ cycle }) => cycle },
  { id: 'messages', header: 'Messages', align: 'end', value: ({ own }) => own.messages },
  buildFigureColumn('before', 'Before (tok)', ({ own }) => own.tokensBefore),
  {
    id: 'after',
    header: 'After (tok)',
    align: 'end',
    value: ({ own }) => own.tokensAfter,
    cell: ({ own }) => (own.isCondensed ? formatInteger(own.tokensAfter) : 'not condensed'),
  },
  buildFigureColumn('cost', 'Cost', ({ own }) => own.costUsd, formatUsd),
  buildFigureColumn('survival', 'Survival', ({ own }) => own.survival, shareText),
]
