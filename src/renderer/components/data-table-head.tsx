import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import styles from './data-table.module.css'
import type { TableSort } from './use-sorted-rows.ts'
import type { TableColumn } from './table-column.ts'

type DataTableHeadProps<T> = {
  readonly columns: readonly TableColumn<T>[]
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
}

/** Headers that sort: once, and the other way round. Figures begin with the largest. */
export function DataTableHead<T>({ columns, sort, onSort }: DataTableHeadProps<T>) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => {
            const active = sort.id === column.id
            const desc = active ? !sort.desc : column.align === 'end'
            return (
              <th
                key={column.id}
                data-align={column.align}
                aria-sort={active ? (sort.desc ? 'descending' : 'ascending') : undefined}
              >
                {column.header !== '' && (
                  <button
                    type="button"
                    className={styles.sorter}
                    onClick={() => onSort({ id: column.id, desc })}
                  >
                    {column.header}
                    {active &&
                      (sort.desc ? (
                        <IconChevronDown size={12} aria-hidden />
                      ) : (
                        <IconChevronUp size={12} aria-hidden />
                      ))}
                  </button>
                )}
              </th>
            )
          })}
        </tr>
      </thead>
    </>
  )
}
