import type { ReactNode } from 'react'
import styles from './figure.module.css'

type FigureProps = {
  readonly label: string
  readonly value: ReactNode
  readonly note?: string
  readonly tone?: 'plain' | 'good' | 'bad'
}

/** A figure with its label above it. */
export function Figure({ label, value, note, tone = 'plain' }: FigureProps) {
  return (
    <div className={styles.figure} title={note}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} data-tone={tone}>
        {value}
      </dd>
    </div>
  )
}

/** A row of figures. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}
