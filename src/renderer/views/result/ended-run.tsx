import type { RunSummary } from '../../../shared/domain/run.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import { EventsTable } from './events-table.tsx'
import styles from './result-details.module.css'

/** What is known of a run without a result to compare: the attempts, the decisions and the events. */
export function EndedRun({ run }: { readonly run: RunSummary }) {
  const { attempts = [], events = [], trace = [] } = run.outcome ?? {}
  if (attempts.length < 2 && events.length === 0 && trace.length === 0) return null
  return (
    <div className={styles.ended}>
      {attempts.length > 1 && <AttemptsTable attempts={attempts} />}
      {trace.length > 0 && <DecisionsTable trace={trace} />}
      {events.length > 0 && (
        <details>
          <summary className={styles.summary}>Events</summary>
          <EventsTable events={events} />
        </details>
      )}
    </div>
  )
}
