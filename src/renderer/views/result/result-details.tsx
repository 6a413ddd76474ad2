import { Tabs } from '@mantine/core'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { OutcomeSummary } from '../../../shared/domain/outcome.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { groupOf } from './align-rows.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import { EventsTable } from './events-table.tsx'
import { OperationsTable, PassesTable } from './outcome-tables.tsx'
import styles from './result-details.module.css'
import { RowDiff } from './row-diff.tsx'
import { SurvivalTable } from './survival-table.tsx'
import type { Survival } from './use-survival.ts'
import type { Violation } from '../../../shared/domain/violation.ts'

const resultTabs = [
  'difference',
  'survival',
  'passes',
  'decisions',
  'operations',
  'validity',
  'attempts',
  'settings',
  'events',
] as const
/** What is said of a result below its comparison. */
export type ResultTab = (typeof resultTabs)[number]

/** The selected row in full, and the run in figures. */
export function ResultDetails({
  run,
  row,
  rows,
  survival,
  tab,
  onTab,
}: {
  readonly run: RunSummary
  readonly row: AlignedRow | null
  readonly rows: readonly AlignedRow[]
  readonly survival: Survival
  readonly tab: ResultTab
  readonly onTab: (tab: ResultTab) => void
}) {
  const outcome = run.outcome
  const broken = outcome?.validity.length ?? 0
  const decisions = outcome?.trace.length ?? 0
  const attempts = outcome?.attempts.length ?? 0
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(resultTabs.find((known) => known === value) ?? 'difference')}
      keepMounted={false}
      className={styles.tabs ?? ''}
    >
      <Tabs.List className={styles.list ?? ''}>
        <Tabs.Tab value="difference">Difference</Tabs.Tab>
        <Tabs.Tab value="survival">Kept and lost</Tabs.Tab>
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
      <Tabs.Panel value="survival" className={styles.panel ?? ''}>
        <SurvivalTable run={run} survival={survival} onOpen={() => onTab('difference')} />
      </Tabs.Panel>
      {outcome !== null && <OutcomePanels outcome={outcome} />}
      <Tabs.Panel value="settings" className={styles.panel ?? ''}>
        <pre className={styles.settings}>{JSON.stringify(run.settings, null, 2)}</pre>
      </Tabs.Panel>
    </Tabs>
  )
}

function OutcomePanels({ outcome }: { readonly outcome: OutcomeSummary }) {
  const panel = styles.panel ?? ''
  return (
    <>
      <Tabs.Panel value="passes" className={panel}>
        <PassesTable outcome={outcome} />
      </Tabs.Panel>
      <Tabs.Panel value="decisions" className={panel}>
        <DecisionsTable trace={outcome.trace} />
      </Tabs.Panel>
      <Tabs.Panel value="operations" className={panel}>
        <OperationsTable outcome={outcome} />
      </Tabs.Panel>
      <Tabs.Panel value="validity" className={panel}>
        <ValidityList violations={outcome.validity} />
      </Tabs.Panel>
      <Tabs.Panel value="attempts" className={panel}>
        <AttemptsTable attempts={outcome.attempts} />
      </Tabs.Panel>
      <Tabs.Panel value="events" className={panel}>
        <EventsTable events={outcome.events} />
      </Tabs.Panel>
    </>
  )
}

/** The rules that a history for a model must keep: all kept, or those that the source broke already. */
function ValidityList({ violations }: { readonly violations: readonly Violation[] }) {
  if (violations.length === 0)
    return <p className={styles.note}>Every rule is kept: this result is valid for a model.</p>
  return (
    <>
      <p className={styles.note}>Broken by the source already, and not by the provider:</p>
      <ul className={styles.violations}>
        {violations.map((violation, index) => (
          <li key={index}>
            <strong>{violation.rule}</strong>
            {violation.messageIndex >= 0 && ` in #${violation.messageIndex}`}: {violation.detail}
          </li>
        ))}
      </ul>
    </>
  )
}
