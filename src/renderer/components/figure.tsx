import type { ReactNode } from 'react'
import styles from './figure.module.css'

type FigureProps = {
  readonly label: string
  readonly value: ReactNode
  readonly note?: string
  readonly tone?: 'plain' | 'good' | 'bad'
}

/** A figure with its name, as instruments show it: name small above, value large below. */
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

/** A line of figures. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}
