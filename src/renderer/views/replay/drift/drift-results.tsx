import type { DriftResult } from '../../../../shared/api/drift.ts'
import { factClassIds } from '../../../../shared/domain/fact.ts'
import type { DriftCycle } from '../../../../shared/domain/replay.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { factClassLabels } from '../../../lib/fact-class-labels.ts'
import { LinePlot, type PlotLine } from '../plots/line-plot.tsx'
import { driftPlaces, type MarkedPolicy } from './drift-places.ts'
import styles from './drift.module.css'

type DriftedPolicy = DriftResult['policies'][number]
type CycleRow = { readonly policyId: string; readonly cycle: number; readonly own: DriftCycle }

const shareText = (share: number | null): string => formatMetric(share, 'share')

type DriftResultsProps = {
  readonly result: DriftResult
  /** Policies that have marks elsewhere, in the order of these. */
  readonly marked: readonly MarkedPolicy[]
}

/** Survival by cycle, the half-life of each policy, and survival by class of fact after the last cycle. */
export function DriftResults({ result, marked }: DriftResultsProps) {
  const { policies } = result
  const placeOf = driftPlaces(
    marked,
    policies.map(({ id }) => id),
  )
  return (
    <div className={styles.results} tabIndex={0} role="region" aria-label="Results of the drift">
      <SurvivalChart result={result} placeOf={placeOf} />
      <section aria-label="Facts by class">
        <SectionHead title="After the last condensation">
          <CopyTableButton columns={classColumns} rows={policies} />
        </SectionHead>
        <PlainTable label="Facts by class" columns={classColumns} rows={policies} />
      </section>
      <ul className={styles.notes} aria-label="Notes on the drift">
        {policies.flatMap(({ id, notes }) =>
          notes.map(({ cycle, text }, index) => (
            <li key={`${id} ${index}`}>
              <strong>{id}</strong>, condensation {cycle + 1}: {text}
            </li>
          )),
        )}
      </ul>
    </div>
  )
}

type SurvivalChartProps = {
  readonly result: DriftResult
  readonly placeOf: (policyId: string) => number
}

function SurvivalChart({ result: { policies, cuts }, placeOf }: SurvivalChartProps) {
  const rows = policies.flatMap(({ id, cycles }) =>
    cycles.map((own, index): CycleRow => ({ policyId: id, cycle: index + 1, own })),
  )
  return (
    <ChartFrame
      title="Survival of the first facts"
      note={`Share of what was stated before the first condensation that is still stated, after each of ${formatInteger(cuts.length)}, before messages ${cuts.join(', ')}. A mark is a condensation; lines of the same values are drawn beside each other.`}
      columns={cycleColumns}
      rows={rows}
    >
      {policies.every(({ facts }) => facts === 0) ? (
        <p className={styles.none}>
          There is nothing to lose: all that is stated before the first condensation is stated again by a
          later message, or nothing is. Fewer condensations begin later.
        </p>
      ) : (
        <LinePlot
          title="Survival of the first facts by condensation"
          summary={policies.map((policy) => `${policy.id}: ${halfLifeText(policy)}`).join('; ')}
          lines={policies.map((policy) => lineOf(policy, placeOf(policy.id)))}
          wholeX
          asStrands
          xLabel="Condensation"
          yLabel="Survival, share"
          formatX={formatInteger}
          formatY={(value) => value.toFixed(1)}
        />
      )}
      <ChartLegend
        entries={policies.map((policy) => ({
          id: policy.id,
          name: policy.id,
          mark: placeOf(policy.id),
          value: halfLifeText(policy),
        }))}
      />
    </ChartFrame>
  )
}

/** A mark is a condensation; where the history stayed as it was, the line goes on without one. */
function lineOf({ id, cycles }: DriftedPolicy, place: number): PlotLine {
  const points = cycles.flatMap(({ survival, isCondensed }, index) => {
    const x = index + 1
    return survival === null
      ? []
      : [{ x, y: survival, isCondensed, text: `${id}, ${x}: ${shareText(survival)}` }]
  })
  const marks = points.filter(({ isCondensed }) => isCondensed)
  return { id, name: id, place, points: [{ x: 0, y: 1 }, ...points], marks }
}

function halfLifeText({ facts, halfLifeCycles, cycles }: DriftedPolicy): string {
  if (facts === 0) return 'no facts to lose'
  if (!cycles.some(({ isCondensed }) => isCondensed)) return 'condensed nothing'
  return halfLifeCycles === null ? 'nothing lost' : `half-life ${halfLifeCycles.toFixed(1)}`
}

const cycleColumns: readonly TableColumn<CycleRow>[] = [
  { id: 'policy', header: 'Policy', value: ({ policyId }) => policyId },
  { id: 'cycle', header: 'Condensation', align: 'end', value: ({ cycle }) => cycle },
  { id: 'messages', header: 'Messages', align: 'end', value: ({ own }) => own.messages },
  figureColumn('before', 'Before (tok)', ({ own }) => own.tokensBefore),
  {
    id: 'after',
    header: 'After (tok)',
    align: 'end',
    value: ({ own }) => own.tokensAfter,
    cell: ({ own }) => (own.isCondensed ? formatInteger(own.tokensAfter) : 'not condensed'),
  },
  figureColumn('cost', 'Cost', ({ own }) => own.costUsd, formatUsd),
  figureColumn('survival', 'Survival', ({ own }) => own.survival, shareText),
]

const classColumns: readonly TableColumn<DriftedPolicy>[] = [
  { id: 'policy', header: 'Policy', value: ({ id }) => id },
  { id: 'facts', header: 'First facts', align: 'end', value: ({ facts }) => facts },
  {
    id: 'half',
    header: 'Half-life',
    align: 'end',
    value: ({ halfLifeCycles }) => halfLifeCycles,
    cell: (policy) => policy.halfLifeCycles?.toFixed(1) ?? halfLifeText(policy),
  },
  figureColumn('survival', 'Survival', ({ cycles }) => cycles.at(-1)?.survival ?? null, shareText),
  ...factClassIds.map((classId) =>
    figureColumn<DriftedPolicy>(
      classId,
      factClassLabels[classId].many,
      ({ cycles }) => cycles.at(-1)?.byClass[classId] ?? null,
      shareText,
    ),
  ),
]
