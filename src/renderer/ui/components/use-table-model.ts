import {
  columnGroupingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowAggregationFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type ExpandedState,
  type ReactTable,
  type Row,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { TableColumn } from './table-column.ts'

const features = tableFeatures({
  columnGroupingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowAggregationFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel(),
})

/** Id of the column that rows are grouped by, which is never shown. No column of a table is called so. */
const groupColumnId = '#group'

/** A line of a table: a row of data, or the head of a group where `getIsGrouped()`. */
export type TableRow<T extends object> = Row<typeof features, T>

/** One sorted column at a time. */
export type TableSort = { readonly id: string; readonly desc: boolean }

/** How a table groups its rows, and which groups are collapsed. */
export type TableGroups<T> = {
  readonly findKey: (row: T) => string
  /** Name of a group, which stands in the first column beside the number of its rows. */
  readonly label: (key: string, rows: readonly T[]) => string
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

/** What a table shows of its rows and columns, and in which order. */
export type TableLayout<T extends object> = {
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowId: (row: T) => string
  /** Id of the row that one stands under, where the table is not grouped; null for one of its own. */
  readonly findParentId?: ((row: T) => string | null) | undefined
  readonly sort: TableSort
  readonly groups?: TableGroups<T> | undefined
  /** Ids of columns that are left out. */
  readonly hiddenColumns?: readonly string[]
  /** Ids of columns from left to right. The first column stays first, columns that are not named come last. */
  readonly columnOrder?: readonly string[]
  /** Ids of the selected rows, where several can be selected. */
  readonly selectedIds?: readonly string[]
  readonly onSelectedIds?: (ids: readonly string[]) => void
}

/**
 * Rows in the order of a column, below the heads of their groups where they are grouped. Rows without a value come
 * last in either direction. Groups stand in the order of their total, without a total in that of their first rows.
 */
export function useTableModel<T extends object>(layout: TableLayout<T>): ReactTable<typeof features, T> {
  const { rows, columns, rowId, findParentId, sort, groups, selectedIds } = layout
  const keyOf = groups?.findKey
  const tree = useMemo(
    () => buildTree(rows, rowId, groups === undefined ? findParentId : undefined),
    [rows, rowId, findParentId, groups],
  )
  const definitions = useMemo(
    () => [
      ...columns.map((column) => buildColumnDefinition(column, sort.desc)),
      { id: groupColumnId, accessorFn: (row: T) => keyOf?.(row) },
    ],
    [columns, keyOf, sort.desc],
  )
  const data = useMemo(() => copyFor(columns, tree.roots), [columns, tree])
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    getSubRows: (row) => tree.findChildren(rowId(row)),
    enableSubRowSelection: false,
    enableRowSelection: (row) => !row.getIsGrouped(),
    // Which groups are open is given, so nothing is left to reset.
    autoResetAll: false,
    state: useTableState(layout),
    onRowSelectionChange: (update) => {
      const now = buildSelection(selectedIds)
      layout.onSelectedIds?.(Object.keys(typeof update === 'function' ? update(now) : update))
    },
  })
}

function useTableState<T extends object>(layout: TableLayout<T>) {
  const { rows, columns, sort, groups, hiddenColumns, columnOrder, selectedIds } = layout
  // A remembered order may be that of a column which this table does not have.
  const isSorted = columns.some(({ id }) => id === sort.id)
  const sorting = useMemo(
    () => (isSorted ? [{ id: sort.id, desc: sort.desc }] : []),
    [isSorted, sort.id, sort.desc],
  )
  const isGrouped = groups !== undefined
  const grouping = useMemo(() => (isGrouped ? [groupColumnId] : []), [isGrouped])
  const expanded = useMemo((): ExpandedState => {
    // What stands under a row is always there to be seen.
    if (groups === undefined) return true
    const keys = rows.map(groups.findKey)
    return Object.fromEntries(keys.map((key) => [`${groupColumnId}:${key}`, !groups?.collapsed.has(key)]))
  }, [rows, groups])
  const first = columns[0]?.id ?? ''
  return {
    sorting,
    grouping,
    expanded,
    columnVisibility: useMemo(
      () => Object.fromEntries([groupColumnId, ...(hiddenColumns ?? [])].map((id) => [id, false])),
      [hiddenColumns],
    ),
    columnOrder: useMemo(() => [first, ...(columnOrder ?? [])], [columnOrder, first]),
    rowSelection: useMemo(() => buildSelection(selectedIds), [selectedIds]),
  }
}

/** Rows that stand by themselves, and those under each; a row whose parent is not there stands by itself. */
function buildTree<T>(
  rows: readonly T[],
  rowId: (row: T) => string,
  findParentId: ((row: T) => string | null) | undefined,
): { readonly roots: readonly T[]; readonly findChildren: (id: string) => T[] | undefined } {
  if (findParentId === undefined) return { roots: rows, findChildren: () => undefined }
  const byId = new Map(rows.map((row) => [rowId(row), row]))
  /** The row that one stands under: below a subagent of a subagent, that of the session. */
  const findRoot = (row: T): T => {
    const seen = new Set([row])
    let root = row
    for (;;) {
      const parent = byId.get(findParentId(root) ?? '')
      // Sessions that name each other in a circle stand by themselves.
      if (parent === undefined) return root
      if (seen.has(parent)) return row
      seen.add(parent)
      root = parent
    }
  }
  const families = Map.groupBy(rows, findRoot)
  const children = new Map(
    [...families].map(([root, members]) => [rowId(root), members.filter((row) => row !== root)]),
  )
  return {
    roots: rows.filter((row) => families.has(row)),
    findChildren: (id) => children.get(id),
  }
}

function buildSelection(ids: readonly string[] | undefined): Record<string, true> {
  return Object.fromEntries((ids ?? []).map((id) => [id, true]))
}

function buildColumnDefinition<T extends object>(column: TableColumn<T>, desc: boolean) {
  const sortFn = column.align === 'end' ? sortFn_basic : sortFn_text
  /** The row that comes first among those with a value. */
  const findFirstRow = (rows: readonly TableRow<T>[]): TableRow<T> | undefined =>
    rows
      .filter((row) => row.getValue(column.id) !== undefined)
      .reduce<TableRow<T> | undefined>((first, row) => {
        const step = first === undefined ? -1 : sortFn(row, first, column.id) * (desc ? -1 : 1)
        return step < 0 ? row : first
      }, undefined)
  return {
    id: column.id,
    accessorFn: (row: T) => column.value(row) ?? undefined,
    // A literal, which `sortUndefined` asks for.
    sortUndefined: 'last' as const,
    sortFn,
    aggregationFn: {
      aggregate: ({ rows }: { readonly rows: readonly TableRow<T>[] }) =>
        column.total === undefined
          ? findFirstRow(rows)?.getValue(column.id)
          : (column.total(rows.map(({ original }) => original)) ?? undefined),
    },
  }
}

/** The table keeps what a column said of a row for as long as it has these very rows: other columns get rows of their own. */
function copyFor<T>(_columns: readonly TableColumn<T>[], rows: readonly T[]): readonly T[] {
  return [...rows]
}
