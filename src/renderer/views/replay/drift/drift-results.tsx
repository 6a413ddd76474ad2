import type { DriftResult } from '../../../../shared/api/drift.ts'
import { factClassIds } from '../../../../shared/domain/fact.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import { SectionHead } from '../../../components/section-head.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { factClassLabels } from '../../../lib/fact-class-labels.ts'
import { driftPlaces, type MarkedPolicy } from './drift-places.ts'
import styles from './drift.module.css'
import { halfLifeText, shareText, type DriftedPolicy } from './survival-text.ts'
import { SurvivalChart } from './survival-chart.tsx'

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
