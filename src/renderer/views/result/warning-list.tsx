import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Warning } from '../../../shared/domain/outcome.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { providersOfRun } from '../../lib/providers-of-run.ts'
import styles from './warning-list.module.css'

/** What a person should know about a run before trusting its result: each with its stable code. */
export function WarningList({ run }: { readonly run: RunSummary }) {
  const warnings = [...fallbackWarnings(run), ...(run.outcome?.warnings ?? [])]
  const notes = run.outcome?.notes ?? []
  if (warnings.length + notes.length === 0) return null
  return (
    <section
      className={styles.warnings}
      data-calm={warnings.length === 0}
      aria-label={warnings.length === 0 ? 'Notes' : 'Warnings'}
    >
      <ul className={styles.list}>
        {warnings.map((warning, index) => (
          <li key={index} className={styles.warning}>
            <IconAlertTriangle size={14} stroke={1.75} className={styles.icon} aria-hidden />
            <span>{warning.message}</span>
            <code className={styles.code}>{warning.code}</code>
          </li>
        ))}
        {notes.map((note, index) => (
          <li key={`note-${index}`} className={styles.warning}>
            <IconInfoCircle size={14} stroke={1.75} className={styles.noteIcon} aria-hidden />
            <span>{note.message}</span>
            <code className={styles.code}>{note.code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A result that another provider made than the one that was asked for must not pass for it. */
function fallbackWarnings(run: RunSummary): readonly Warning[] {
  const { asked, instead } = providersOfRun(run)
  if (instead === null) return []
  const why = run.outcome?.attempts[0]?.status === 'failed' ? 'failed' : 'was not enough'
  const message = `This result was made by ${instead}: ${asked} ${why}. Every try is listed under Attempts.`
  return [{ code: 'fallback-used', message }]
}
