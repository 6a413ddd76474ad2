import { Button, Table } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { CopyTableButton } from '../copy-table-button.tsx'
import type { TableColumn } from '../table-column.ts'
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
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {controls}
        <span className={styles.spring} />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTable size={14} aria-hidden />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </Button>
        <CopyTableButton columns={columns} rows={rows} />
      </div>
      {asTable ? (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <Table aria-label={title} className={styles.table ?? ''} verticalSpacing={2} horizontalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ id, header, align }) => (
                  <Table.Th key={id} ta={align === 'end' ? 'right' : 'left'}>
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, index) => (
                <Table.Tr key={index}>
                  {columns.map(({ id, align, value, cell }) => (
                    <Table.Td key={id} ta={align === 'end' ? 'right' : 'left'}>
                      {cell ? cell(row) : value(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      ) : (
        children
      )}
      <p className={styles.note}>{note}</p>
    </section>
  )
}
