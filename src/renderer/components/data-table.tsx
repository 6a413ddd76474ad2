import { useMergedRef } from '@mantine/hooks'
import { useMemo, useRef, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { DataTableGroupRow } from './data-table-group-row.tsx'
import styles from './data-table.module.css'
import { moveSelection } from './lists/move-selection.ts'
import type { TableColumn } from './table-column.ts'
import { tableLines, type TableGroup, type TableLine } from './table-lines.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'
import { useScrollEdges } from './use-scroll-edges.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSortedRows, type TableSort } from './use-sorted-rows.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'

type DataTableHeadProps<T> = {
  readonly columns: readonly TableColumn<T>[]
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
}

/** How a table groups its rows, and which groups are closed. */
export type TableGroups<T> = {
  readonly keyOf: (row: T) => string
  /** Stands in the first column, beside the number of rows. */
  readonly label: (group: TableGroup<T>) => string
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

type DataTableProps<T extends object> = {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowId: (row: T) => string
  readonly sort: TableSort
  readonly onSort: (sort: TableSort) => void
  /** Id of a row, or what `groupLineId` gives for a group. */
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (row: T) => void
  readonly groups?: TableGroups<T> | undefined
  /** Pixels below which the table scrolls sideways. */
  readonly minWidth?: number
  /** What takes the keyboard. */
  readonly keyboardRef?: Ref<HTMLDivElement>
}

/**
 * A table that sorts by its headers, moves by keys and keeps only the rows in sight in the document. Arrow keys left
 * and right close and open groups.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, columns, groups, sort, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(scroller, props.keyboardRef ?? null)
  const rows = useSortedRows(props.rows, columns, sort)
  const lines = useMemo(() => tableLines({ rows, columns, sort, groups }), [rows, columns, sort, groups])
  const idOf = (line: TableLine<T>): string =>
    line.kind === 'row' ? props.rowId(line.row) : groupLineId(line.group.key)
  const selected = lines.findIndex((line) => idOf(line) === props.selectedId)
  const virtualizer = useRowVirtualizer({
    scroller,
    count: lines.length,
    selected,
    reveals: `${props.selectedId} in ${sort.id} ${sort.desc}`,
    header: 'over-rows',
  })
  const select = (position: number): boolean => {
    const target = lines[position]
    if (target !== undefined) onSelect(idOf(target))
    return target !== undefined
  }
  const onKeyDown = useTableKeys({ lines, selected, select, scroller, onOpen: props.onOpen, groups })

  const { hasLeft, hasRight } = useScrollEdges(scroller, columns)
  const items = virtualizer.getVirtualItems()
  return (
    <div className={styles.frame} data-left={hasLeft} data-right={hasRight}>
      <div
        ref={ref}
        className={styles.scroller}
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        <table
          className={styles.table}
          data-grouped={groups !== undefined}
          style={props.minWidth === undefined ? undefined : { minWidth: props.minWidth }}
          aria-rowcount={lines.length + 1}
          aria-label={label}
        >
          <DataTableHead columns={columns} sort={sort} onSort={props.onSort} />
          <tbody>
            <Gap height={items[0]?.start ?? 0} />
            {items.map(({ index }) => (
              <Line key={index} {...props} line={lines[index]} index={index} selected={index === selected} />
            ))}
            <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </div>
    </div>
  )
}

type TableKeys<T extends object> = Pick<DataTableProps<T>, 'onOpen' | 'groups'> & {
  readonly lines: readonly TableLine<T>[]
  readonly selected: number
  /** False where there is no such line. */
  readonly select: (position: number) => boolean
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** What keys do on the table; j and k from anywhere. */
function useTableKeys<T extends object>(table: TableKeys<T>): (event: KeyboardEvent) => void {
  const { lines, selected, select, scroller, onOpen, groups } = table
  const move = (key: string): boolean => select(moveSelection(key, selected, lines.length, 20) ?? -1)
  const moveFromAnywhere = (key: string) => (): void => {
    scroller.current?.focus()
    move(key)
  }
  useShortcuts({ j: moveFromAnywhere('j'), k: moveFromAnywhere('k') })
  return (event) => {
    const line = lines[selected]
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (event.key === 'Enter' && line?.kind === 'row') return onOpen(line.row)
    const step = groups === undefined || line === undefined ? 'none' : groupStep(event.key, line)
    if (step === 'toggle' && line?.kind === 'group') groups?.onToggle(line.group.key)
    else if (step === 'next') select(selected + 1)
    else if (step === 'head') select(lines.findLastIndex(({ kind }, at) => kind === 'group' && at < selected))
    else if (!move(event.key)) return
    event.preventDefault()
  }
}

/** What names the line of a group among the ids of rows. */
export function groupLineId(key: string): string {
  return `group:${key}`
}

/** What a key does on a line of a grouped table. */
function groupStep<T>(key: string, line: TableLine<T>): 'none' | 'toggle' | 'next' | 'head' {
  if (line.kind === 'row') return key === 'ArrowLeft' ? 'head' : 'none'
  const { isCollapsed } = line.group
  if (key === 'Enter' || key === (isCollapsed ? 'ArrowRight' : 'ArrowLeft')) return 'toggle'
  return key === 'ArrowRight' ? 'next' : 'none'
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

type LineProps<T extends object> = Pick<
  DataTableProps<T>,
  'columns' | 'rowId' | 'onSelect' | 'onOpen' | 'groups'
> & {
  readonly line: TableLine<T> | undefined
  readonly index: number
  readonly selected: boolean
}

function Line<T extends object>({ line, index, selected, ...props }: LineProps<T>) {
  const { columns, rowId, onSelect, onOpen, groups } = props
  if (line === undefined) return null
  if (line.kind === 'group')
    return groups === undefined ? null : (
      <DataTableGroupRow
        group={line.group}
        label={groups.label(line.group)}
        columns={columns}
        index={index}
        selected={selected}
        onSelect={() => onSelect(groupLineId(line.group.key))}
        onToggle={() => groups.onToggle(line.group.key)}
      />
    )
  const { row } = line
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

/** Headers that sort: once, and the other way round. Figures begin with the largest. */
function DataTableHead<T>({ columns, sort, onSort }: DataTableHeadProps<T>) {
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
