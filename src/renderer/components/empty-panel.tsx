import type { ReactNode } from 'react'
import styles from './empty-panel.module.css'

/** Nothing here yet: one sentence and one thing to do. */
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
