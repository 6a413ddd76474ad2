import type { ReactNode } from 'react'
import styles from './empty-panel.module.css'

/** An empty state: one sentence and one action. */
export function EmptyPanel({
  children,
  action,
}: {
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.panel}>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
