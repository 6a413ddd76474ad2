import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '../../../shared/domain/outcome.ts'
import { formatInteger } from '../../lib/format.ts'
import styles from './warning-list.module.css'

/** What a person should know about a result before trusting it: each with its stable code. */
export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <section className={styles.warnings} aria-label="Warnings">
      <ul className={styles.list}>
        {warnings.map((warning, index) => (
          <li key={index} className={styles.warning}>
            <IconAlertTriangle size={14} stroke={1.75} className={styles.icon} aria-hidden />
            <span>{warning.message}</span>
            <code className={styles.code}>{warning.code}</code>
          </li>
        ))}
      </ul>
      {warnings.length > 1 && <span className={styles.code}>{formatInteger(warnings.length)} warnings</span>}
    </section>
  )
}
