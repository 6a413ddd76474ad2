import type { TableColumn } from './table-column.ts'
import type { TableSort } from './use-sorted-rows.ts'

/** Rows that stand together under a line of their own. */
export type TableGroup<T> = {
  readonly key: string
  readonly rows: readonly T[]
  readonly isCollapsed: boolean
  /** By id of the column; columns without totals are left out. */
  readonly totals: ReadonlyMap<string, number | null>
}

/** A line of a table: a row, or the head of a group. */
export type TableLine<T> =
  { readonly kind: 'row'; readonly row: T } | { readonly kind: 'group'; readonly group: TableGroup<T> }

type Grouping<T> = {
  readonly keyOf: (row: T) => string
  readonly collapsed: ReadonlySet<string>
}

type LinesInput<T> = {
  /** Sorted already. */
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly sort: TableSort
  /** Absent: the rows as they are. */
  readonly groups?: Grouping<T> | undefined
}

/**
 * Sorted rows as lines. Groups are in the order of their total in the sorted column, without a total in the order of
 * their first rows; the rows of a collapsed group are left out.
 */
export function tableLines<T>({ rows, columns, sort, groups }: LinesInput<T>): readonly TableLine<T>[] {
  if (groups === undefined) return rows.map((row) => ({ kind: 'row', row }))
  const members = Map.groupBy(rows, groups.keyOf)
  const made = [...members].map(([key, own]): TableGroup<T> => ({
    key,
    rows: own,
    isCollapsed: groups.collapsed.has(key),
    totals: new Map(columns.flatMap(({ id, total }) => (total === undefined ? [] : [[id, total(own)]]))),
  }))
  return inOrder(made, sort).flatMap((group): readonly TableLine<T>[] => [
    { kind: 'group', group },
    ...(group.isCollapsed ? [] : group.rows.map((row): TableLine<T> => ({ kind: 'row', row }))),
  ])
}

function inOrder<T>(groups: readonly TableGroup<T>[], { id, desc }: TableSort): readonly TableGroup<T>[] {
  return groups.toSorted((a, b) => {
    const [first, second] = [a.totals.get(id) ?? null, b.totals.get(id) ?? null]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return desc ? second - first : first - second
  })
}
