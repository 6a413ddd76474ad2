import { useId, type ReactNode } from 'react'
import styles from './form-section.module.css'

type FormSectionProps = {
  readonly title: string
  readonly note?: ReactNode
  /** `grid` places fields side by side, as many as fit. `stack` places them below each other. */
  readonly layout?: 'grid' | 'stack'
  /** Gives a table the room that lines of text would be too long in. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Fields that belong together: their name on the left, the fields and a note on the right. */
export function FormSection({ title, note, layout = 'grid', isWide, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} data-wide={isWide} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.body}>
        <div className={styles[layout]}>{children}</div>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
    </section>
  )
}
