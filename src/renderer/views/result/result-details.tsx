import { Tabs } from '@mantine/core'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { groupOf } from './align-rows.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import { EventsTable } from './events-table.tsx'
import { OperationsTable, PassesTable } from './outcome-tables.tsx'
import styles from './result-details.module.css'
import { RowDiff } from './row-diff.tsx'
import { ValidityList } from './validity-list.tsx'

/** The selected row in full, and the run in figures. */
export function ResultDetails({
  run,
  row,
  rows,
}: {
  readonly run: RunSummary
  readonly row: AlignedRow | null
  readonly rows: readonly AlignedRow[]
}) {
  const outcome = run.outcome
  const broken = outcome?.validity.length ?? 0
  const decisions = outcome?.trace.length ?? 0
  const attempts = outcome?.attempts.length ?? 0
  return (
    <Tabs defaultValue="difference" keepMounted={false} className={styles.tabs ?? ''}>
      <Tabs.List className={styles.list ?? ''}>
        <Tabs.Tab value="difference">Difference</Tabs.Tab>
        <Tabs.Tab value="passes">Passes</Tabs.Tab>
        {decisions > 0 && <Tabs.Tab value="decisions">Decisions ({decisions})</Tabs.Tab>}
        <Tabs.Tab value="operations">Operations</Tabs.Tab>
        <Tabs.Tab value="validity">Validity{broken > 0 && ` (${broken})`}</Tabs.Tab>
        {attempts > 1 && <Tabs.Tab value="attempts">Attempts ({attempts})</Tabs.Tab>}
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
        {(outcome?.events.length ?? 0) > 0 && <Tabs.Tab value="events">Events</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="difference" className={styles.panel ?? ''}>
        {row !== null && <RowDiff run={run} row={row} group={groupOf(rows, row)} />}
      </Tabs.Panel>
      <Tabs.Panel value="passes" className={styles.panel ?? ''}>
        {outcome !== null && <PassesTable outcome={outcome} />}
      </Tabs.Panel>
      <Tabs.Panel value="decisions" className={styles.panel ?? ''}>
        {outcome !== null && <DecisionsTable trace={outcome.trace} />}
      </Tabs.Panel>
      <Tabs.Panel value="operations" className={styles.panel ?? ''}>
        {outcome !== null && <OperationsTable outcome={outcome} />}
      </Tabs.Panel>
      <Tabs.Panel value="validity" className={styles.panel ?? ''}>
        {outcome !== null && <ValidityList violations={outcome.validity} />}
      </Tabs.Panel>
      <Tabs.Panel value="attempts" className={styles.panel ?? ''}>
        {outcome !== null && <AttemptsTable attempts={outcome.attempts} />}
      </Tabs.Panel>
      <Tabs.Panel value="events" className={styles.panel ?? ''}>
        {outcome !== null && <EventsTable events={outcome.events} />}
      </Tabs.Panel>
      <Tabs.Panel value="settings" className={styles.panel ?? ''}>
        <pre className={styles.settings}>{JSON.stringify(run.settings, null, 2)}</pre>
      </Tabs.Panel>
    </Tabs>
  )
}
