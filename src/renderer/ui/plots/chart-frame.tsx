import { useState, type ReactNode } from 'react'
import { CopyTableButton } from '../components/copy-table-button.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { SectionHead } from '../components/section-head.tsx'
import type { TableColumn } from '../components/table-column.ts'
import { TableToggle } from '../components/table-toggle.tsx'
import { Note } from '../layout/layout.tsx'
import styles from './chart-frame.module.css'

/** Whether a chart stands as its table, held above the chart. */
export type TableState = { readonly isOn: boolean; readonly onToggle: () => void }

type ChartFrameProps<T> = {
  readonly title: string
  readonly note: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  /** Choices of the chart, beside its title. */
  readonly controls?: ReactNode
  /** Held above the chart where it outlives what is drawn. Absent where the chart holds it. */
  readonly table?: TableState
  readonly children: ReactNode
}

/** A chart with its title, what it means, and the table behind it. */
export function ChartFrame<T>({ title, note, columns, rows, controls, table, children }: ChartFrameProps<T>) {
  const [isTable, setTable] = useState(false)
  const { isOn, onToggle } = table ?? { isOn: isTable, onToggle: () => setTable(!isTable) }
  return (
    <section className={styles.chart} aria-label={title}>
      <SectionHead title={title} controls={controls}>
        <TableToggle isOn={isOn} onToggle={onToggle} />
        <CopyTableButton columns={columns} rows={rows} />
      </SectionHead>
      {isOn ? <PlainTable label={title} columns={columns} rows={rows} /> : children}
      <Note px="md">{note}</Note>
    </section>
  )
}
