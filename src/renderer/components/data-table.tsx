import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { DataTableHead } from './data-table-head.tsx'
import styles from './data-table.module.css'
import { moveSelection } from './move-selection.ts'
import type { TableColumn } from './table-column.ts'
import { useShortcuts } from './use-shortcuts.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
})

/** Pixels; as in every list of the workbench. */
const rowHeight = 28

/** One sorted column at a time. */
export type TableSort = { readonly id: string; readonly desc: boolean }

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
  const { columns, rowId, selectedId, onSelect, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useSortedRows(props)
  const selected = rows.findIndex((row) => rowId(row) === selectedId)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 12,
    useFlushSync: false,
  })
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' })
  }, [selected, virtualizer])

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
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      tabIndex={0}
      role="group"
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1} aria-label={props.label}>
        <DataTableHead columns={columns} sort={props.sort} onSort={props.onSort} />
        <tbody>
          <Gap height={items[0]?.start ?? 0} />
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            return (
              <tr
                key={rowId(row)}
                aria-rowindex={item.index + 2}
                className={styles.row}
                data-selected={item.index === selected}
                onClick={() => onSelect(rowId(row))}
                onDoubleClick={() => onOpen(row)}
              >
                {columns.map((column) => (
                  <td key={column.id} data-align={column.align}>
                    {column.cell ? column.cell(row) : column.value(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

function useSortedRows<T extends object>({ rows, columns, sort }: DataTableProps<T>): readonly T[] {
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: T) => column.value(row) ?? undefined,
        sortUndefined: 'last' as const,
        sortFn: column.align === 'end' ? ('basic' as const) : ('text' as const),
      })),
    [columns],
  )
  const sorting: SortingState = useMemo(() => [{ id: sort.id, desc: sort.desc }], [sort.id, sort.desc])
  const table = useTable({ features, columns: definitions, data: rows, state: { sorting } })
  return table.getRowModel().rows.map((row) => row.original)
}
