import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { TableColumn } from './table-column.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
})

/** One sorted column at a time. */
export type TableSort = { readonly id: string; readonly desc: boolean }

/** The rows in the order of a column; rows without a value there come last in either direction. */
export function useSortedRows<T extends object>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  sort: TableSort,
): readonly T[] {
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
  const sorting: SortingState = useMemo(
    // A remembered order may be that of a column which this table does not have.
    () => (columns.some((column) => column.id === sort.id) ? [{ id: sort.id, desc: sort.desc }] : []),
    [columns, sort.id, sort.desc],
  )
  const data = useMemo(() => copyFor(columns, rows), [columns, rows])
  const table = useTable({ features, columns: definitions, data, state: { sorting } })
  return table.getRowModel().rows.map((row) => row.original)
}

/** The table keeps what a column said of a row for as long as it has these very rows: other columns get rows of their own. */
function copyFor<T>(_columns: readonly TableColumn<T>[], rows: readonly T[]): readonly T[] {
  return [...rows]
}
