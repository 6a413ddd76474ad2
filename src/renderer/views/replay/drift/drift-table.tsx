import { Table } from '@mantine/core'
import type { TableColumn } from '../../../components/table-column.ts'
import styles from './drift.module.css'

type DriftTableProps<T> = { readonly columns: readonly TableColumn<T>[]; readonly rows: readonly T[] }

/** A small table that scrolls sideways where it is too wide. */
export function DriftTable<T>({ columns, rows }: DriftTableProps<T>) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Facts by class, as a table">
      <Table
        aria-label="Facts by class"
        className={styles.table ?? ''}
        verticalSpacing={2}
        horizontalSpacing={8}
      >
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
  )
}
