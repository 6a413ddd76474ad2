import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** The line above a view: a small title, then what can be done. */
export function Toolbar({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </header>
  )
}

/** Pushes what follows to the far end. */
Toolbar.Spring = function ToolbarSpring() {
  return <span className={styles.spring} />
}
