import type { ReactNode } from 'react'
import styles from './section-head.module.css'

type SectionHeadProps = {
  readonly title: string
  /** Choices, beside the title. */
  readonly controls?: ReactNode
  /** What can be done with the section, at the end of the line. */
  readonly children?: ReactNode
}

/** The line that a chart or a table of a page begins with. */
export function SectionHead({ title, controls, children }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {controls}
      <span className={styles.spring} />
      {children}
    </div>
  )
}
