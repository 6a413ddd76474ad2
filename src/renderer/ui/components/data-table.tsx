import { useDidUpdate, useMergedRef } from '@mantine/hooks'
import { useRef, type KeyboardEvent, type MouseEvent, type Ref, type RefObject } from 'react'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import type { TableColumn } from './table-column.ts'
import { findTableAction, type TablePlace } from './table-keys.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'
import { useScrollEdges } from './use-scroll-edges.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useTableModel, type TableLayout, type TableRow, type TableSort } from './use-table-model.ts'
import styles from './data-table.module.css'

type DataTableProps<T extends object> = TableLayout<T> & {
  readonly label: string
  readonly onSort: (sort: TableSort) => void
  /** Columns can be moved where this is given. */
  readonly onColumnOrder?: (ids: readonly string[]) => void
  /** Id of the line that the keyboard is on: of a row, or of the head of a group. */
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (row: T) => void
  /** Pixels for each column without a width. The table scrolls sideways where its columns do not fit. */
  readonly flexWidth?: number
  /** What takes the keyboard. */
  readonly keyboardRef?: Ref<HTMLDivElement>
}

/**
 * A table that sorts by its headers, moves by keys and keeps only the rows in sight in the document. Arrow keys left
 * and right collapse and expand groups. With `onSelectedIds` several rows can be selected.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, sort, groups, flexWidth } = props
  const scroller = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(scroller, props.keyboardRef ?? null)
  const table = useTableModel(props)
  const shown = table.getVisibleLeafColumns()
  const columns = shown.flatMap(({ id }) => props.columns.find((column) => column.id === id) ?? [])
  const { rows } = table.getRowModel()
  const at = rows.findIndex(({ id }) => id === props.selectedId)
  const virtualizer = useRowVirtualizer({
    scroller,
    count: rows.length,
    selected: at,
    reveals: String(props.selectedId),
    header: 'over-rows',
  })
  useTopOnSort(scroller, sort)
  const select = useRowSelection(table, props)
  const onKeyDown = useTableKeys({ ...props, table, at, select, scroller })
  const { hasLeft, hasRight } = useScrollEdges(scroller, shown.map(({ id }) => id).join(' '))
  const items = virtualizer.getVirtualItems()
  return (
    <div className={styles.frame} data-left={hasLeft} data-right={hasRight}>
      <div {...{ ref, onKeyDown }} className={styles.scroller} tabIndex={0} role="group" aria-label={label}>
        <table
          className={styles.table}
          data-grouped={groups !== undefined}
          style={flexWidth === undefined ? undefined : { minWidth: sumWidths(columns, flexWidth) }}
          aria-rowcount={rows.length + 1}
          aria-label={label}
        >
          <DataTableHead
            columns={columns}
            allIds={table.getAllLeafColumns().map(({ id }) => id)}
            sort={sort}
            onSort={props.onSort}
            onColumnOrder={props.onColumnOrder}
          />
          <tbody>
            <Gap height={items[0]?.start ?? 0} />
            {items.map(({ index }) => (
              <DataTableRow
                key={index}
                {...{ columns, groups, index }}
                row={rows[index]}
                isCurrent={index === at}
                canSelectSeveral={props.onSelectedIds !== undefined}
                onOpen={props.onOpen}
                onSelect={(event) => select(rows[index], readGesture(event))}
              />
            ))}
            <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Who sorts wants to see what comes first, wherever the selected row goes. */
function useTopOnSort(scroller: RefObject<HTMLDivElement | null>, { id, desc }: TableSort): void {
  useDidUpdate(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [id, desc])
}

function sumWidths<T>(columns: readonly TableColumn<T>[], flexWidth: number): number {
  return columns.reduce((sum, { width = flexWidth }) => sum + width, 0)
}

/** How a row is selected: alone, with all rows from where the selection began, or in addition. */
type Gesture = 'alone' | 'extend' | 'toggle'

type Select<T extends object> = (row: TableRow<T> | undefined, gesture: Gesture) => void

function readGesture({ shiftKey, ctrlKey, metaKey }: MouseEvent): Gesture {
  return shiftKey ? 'extend' : ctrlKey || metaKey ? 'toggle' : 'alone'
}

/** Selects a row, and several where the table has them selected. */
function useRowSelection<T extends object>(
  table: ReturnType<typeof useTableModel<T>>,
  { selectedId, onSelect, onSelectedIds }: DataTableProps<T>,
): Select<T> {
  const anchorId = useRef<string | null>(null)
  return (row, gesture) => {
    if (row === undefined) return
    onSelect(row.id)
    if (onSelectedIds === undefined) return
    if (gesture === 'toggle')
      row.toggleSelected(row.getIsGrouped() ? !row.getIsAllSubRowsSelected() : !row.getIsSelected())
    else {
      const { rows } = table.getRowModel()
      const to = rows.indexOf(row)
      const anchor = rows.findIndex(({ id }) => id === (anchorId.current ?? selectedId))
      const from = gesture === 'alone' || anchor < 0 ? to : anchor
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      const ids = range.filter((one) => !one.getIsGrouped()).map(({ id }) => id)
      table.setRowSelection(Object.fromEntries(ids.map((id) => [id, true])))
    }
    if (gesture !== 'extend') anchorId.current = row.id
  }
}

type TableKeys<T extends object> = DataTableProps<T> & {
  readonly table: ReturnType<typeof useTableModel<T>>
  readonly at: number
  readonly select: Select<T>
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** Keys on the table. The keys j and k work from anywhere. */
function useTableKeys<T extends object>({
  table,
  at,
  select,
  scroller,
  onOpen,
  groups,
  onSelectedIds,
}: TableKeys<T>): (event: KeyboardEvent) => void {
  const { rows } = table.getRowModel()
  const moveFromAnywhere = (step: number) => (): void => {
    scroller.current?.focus()
    select(rows[Math.min(rows.length - 1, Math.max(0, at + step))], 'alone')
  }
  useShortcuts({ j: moveFromAnywhere(1), k: moveFromAnywhere(-1) })
  return (event) => {
    if (event.target !== event.currentTarget) return
    const places = rows.map((row): TablePlace => {
      if (!row.getIsGrouped()) return 'row'
      return row.getIsExpanded() ? 'open-group' : 'collapsed-group'
    })
    const action = findTableAction({ event, places, at, canSelectSeveral: onSelectedIds !== undefined })
    if (action.kind === 'none') return
    event.preventDefault()
    const row = rows[at]
    if (action.kind === 'go') select(rows[action.to], action.extend ? 'extend' : 'alone')
    else if (action.kind === 'select-all') table.toggleAllRowsSelected(true)
    else if (action.kind === 'toggle-selected') select(row, 'toggle')
    else if (action.kind === 'toggle-group') groups?.onToggle(String(row?.groupingValue))
    else if (row !== undefined) onOpen(row.original)
  }
}

/** Takes the place of the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}
