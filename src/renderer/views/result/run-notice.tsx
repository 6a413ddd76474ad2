import type { ReactNode } from 'react'
import styles from './run-notice.module.css'

/** How a run ended when there is nothing to compare. */
export function RunNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.notice} role="status">
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
    </section>
  )
}
