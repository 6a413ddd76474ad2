import { Table } from '@mantine/core'
import { useRef } from 'react'
import { Block } from '../layout/layout.tsx'
import { ExplainedLabel } from './explained.tsx'
import type { TableColumn } from './table-column.ts'
import { useScrollEdges } from './use-scroll-edges.ts'
import styles from './plain-table.module.css'

type PlainTableProps<T> = {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
}

/** A small table that scrolls within itself where it is too wide or too long. */
export function PlainTable<T>({ label, columns, rows }: PlainTableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { hasLeft, hasRight } = useScrollEdges(scroller, columns)
  return (
    <div className={styles.frame} data-left={hasLeft} data-right={hasRight}>
      <Block ref={scroller} mah={320} scroll tabIndex={0} role="region" aria-label={`${label}, as a table`}>
        <Table aria-label={label} className={styles.table ?? ''} verticalSpacing={2} horizontalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ id, header, about, align }) => (
                <Table.Th key={id} ta={align === 'end' ? 'right' : 'left'}>
                  <ExplainedLabel label={header} term={about} />
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
      </Block>
    </div>
  )
}
