import { useState, type ReactNode } from 'react'
import { CopyTableButton } from '../components/copy-table-button.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { SectionHead } from '../components/section-head.tsx'
import type { TableColumn } from '../components/table-column.ts'
import { TableToggle } from '../components/table-toggle.tsx'
import styles from './chart-frame.module.css'

type ChartFrameProps<T> = {
  readonly title: string
  readonly note: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  /** Choices of the chart, beside its title. */
  readonly controls?: ReactNode
  readonly children: ReactNode
}

/** A chart with its title, what it means, and the table behind it. */
export function ChartFrame<T>({ title, note, columns, rows, controls, children }: ChartFrameProps<T>) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={styles.chart} aria-label={title}>
      <SectionHead title={title} controls={controls}>
        <TableToggle isOn={asTable} onToggle={() => setAsTable(!asTable)} />
        <CopyTableButton columns={columns} rows={rows} />
      </SectionHead>
      {asTable ? <PlainTable label={title} columns={columns} rows={rows} /> : children}
      <p className={styles.note}>{note}</p>
    </section>
  )
}
