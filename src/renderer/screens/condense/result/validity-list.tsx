import type { Violation } from '../../../../shared/kernel/violation.ts'
import styles from './result-details.module.css'

/** The rules that a history for a model must keep: all kept, or those that the source broke already. */
export function ValidityList({ violations }: { readonly violations: readonly Violation[] }) {
  if (violations.length === 0)
    return <p className={styles.note}>Every rule is kept, so this result is valid for a model.</p>
  return (
    <>
      <p className={styles.note}>Broken by the source, not by the provider:</p>
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
