import type { ReactNode } from 'react'
import type { TermId } from '../../../shared/kernel/words/glossary.ts'
import { ExplainedLabel } from './explained.tsx'
import styles from './figure.module.css'

type FigureProps = {
  readonly label: string
  readonly value: ReactNode
  readonly note?: string
  /** What the label means, where its words alone do not lead to the right term of the glossary. */
  readonly about?: TermId
  readonly tone?: 'plain' | 'good' | 'bad'
}

/** A figure with its label above it. */
export function Figure({ label, value, note, about, tone = 'plain' }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>
        <ExplainedLabel label={label} term={about} />
      </dt>
      <dd className={styles.value} data-tone={tone} title={note}>
        {value}
      </dd>
    </div>
  )
}

/** A row of figures. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}
