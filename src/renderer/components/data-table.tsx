import { useRef, type KeyboardEvent } from 'react'
import { DataTableHead } from './data-table-head.tsx'
import styles from './data-table.module.css'
import { moveSelection } from './move-selection.ts'
import type { TableColumn } from './table-column.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSortedRows, type TableSort } from './use-sorted-rows.ts'

type DataTableProps<T extends object> = {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowId: (row: T) => string
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (row: T) => void
}

/** A table that sorts by its headers, moves by keys and keeps only the rows in sight in the document. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, columns, rowId, onSelect, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useSortedRows(props.rows, columns, props.sort)
  const selected = rows.findIndex((row) => rowId(row) === props.selectedId)
  const virtualizer = useRowVirtualizer({ scroller, count: rows.length, selected, header: 'over-rows' })

  const move = (key: string): boolean => {
    const target = rows[moveSelection(key, selected, rows.length, 20) ?? -1]
    if (target !== undefined) onSelect(rowId(target))
    return target !== undefined
  }
  const moveFromAnywhere = (key: string) => (): void => {
    scroller.current?.focus()
    move(key)
  }
  useShortcuts({ j: moveFromAnywhere('j'), k: moveFromAnywhere('k') })

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[selected]
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Enter' && row !== undefined) return onOpen(row)
    if (move(event.key)) event.preventDefault()
  }

  const items = virtualizer.getVirtualItems()
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      tabIndex={0}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1} aria-label={label}>
        <DataTableHead columns={columns} sort={props.sort} onSort={props.onSort} />
        <tbody>
          <Gap height={items[0]?.start ?? 0} />
          {items.map(({ index }) => (
            <Row key={index} {...props} row={rows[index]} index={index} selected={index === selected} />
          ))}
          <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

type RowProps<T extends object> = Pick<DataTableProps<T>, 'columns' | 'rowId' | 'onSelect' | 'onOpen'> & {
  readonly row: T | undefined
  readonly index: number
  readonly selected: boolean
}

function Row<T extends object>({ row, index, selected, columns, rowId, onSelect, onOpen }: RowProps<T>) {
  if (row === undefined) return null
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.row}
      data-selected={selected}
      onClick={() => onSelect(rowId(row))}
      onDoubleClick={() => onOpen(row)}
    >
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} title={titleOf(column, row)}>
          {column.cell ? column.cell(row) : column.value(row)}
        </td>
      ))}
    </tr>
  )
}

/** Texts are cut where they are too long; figures never are. */
function titleOf<T>({ align, value }: TableColumn<T>, row: T): string | undefined {
  return align === 'end' ? undefined : (value(row)?.toString() ?? undefined)
}
