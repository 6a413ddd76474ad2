import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { Inline, Row } from '../layout/layout.tsx'
import type { TableColumn } from './table-column.ts'
import type { TableGroups, TableRow } from './use-table-model.ts'
import styles from './data-table.module.css'

type DataTableRowProps<T extends object> = {
  readonly row: TableRow<T> | undefined
  readonly index: number
  /** Whether the keyboard is on it. */
  readonly isCurrent: boolean
  readonly canSelectSeveral: boolean
  readonly columns: readonly TableColumn<T>[]
  readonly groups: TableGroups<T> | undefined
  readonly onSelect: (event: MouseEvent) => void
  readonly onOpen: (row: T) => void
}

/** A line of a table: a row, or the head of a group. */
export function DataTableRow<T extends object>(props: DataTableRowProps<T>) {
  const { row, index, isCurrent, canSelectSeveral, columns, groups, onSelect, onOpen } = props
  if (row === undefined) return null
  if (row.getIsGrouped()) return <GroupRow {...props} row={row} />
  const isSelected = canSelectSeveral ? row.getIsSelected() : isCurrent
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={canSelectSeveral ? isSelected : undefined}
      className={styles.row}
      data-selected={isSelected}
      data-current={isCurrent}
      // A click that extends the selection of rows would select their text as well.
      onMouseDown={(event) => canSelectSeveral && event.shiftKey && event.preventDefault()}
      onClick={onSelect}
      onDoubleClick={() => onOpen(row.original)}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-align={column.align}
          data-under={at === 0 && groups === undefined && row.depth > 0 ? true : undefined}
          title={formatTitle(column, row.original)}
        >
          {column.cell ? column.cell(row.original) : column.value(row.original)}
        </td>
      ))}
    </tr>
  )
}

/** Texts are cut where they are too long. Figures never are. */
function formatTitle<T>({ align, value }: TableColumn<T>, row: T): string | undefined {
  return align === 'end' ? undefined : (value(row)?.toString() ?? undefined)
}

/** The head of a group: its name, how many rows it has, and their totals below the headers that they belong to. */
function GroupRow<T extends object>({
  row,
  index,
  isCurrent,
  columns,
  groups,
  onSelect,
}: DataTableRowProps<T> & { readonly row: TableRow<T> }) {
  const key = String(row.groupingValue)
  const members = row.subRows.map(({ original }) => original)
  const label = groups?.label(key, members) ?? key
  const toggle = (): void => groups?.onToggle(key)
  const [first, ...others] = columns
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.row}
      data-group
      data-selected={isCurrent}
      data-current={isCurrent}
      onClick={onSelect}
      onDoubleClick={toggle}
    >
      <td title={label} data-align={first?.align}>
        <GroupName label={label} size={members.length} isOpen={row.getIsExpanded()} onToggle={toggle} />
      </td>
      {others.map((column) => (
        <td key={column.id} data-align={column.align}>
          {column.total !== undefined &&
            renderTotal(column, row.getValue<number | undefined>(column.id) ?? null)}
        </td>
      ))}
    </tr>
  )
}

type GroupNameProps = {
  readonly label: string
  readonly size: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function GroupName({ label, size, isOpen, onToggle }: GroupNameProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Row component="span" miw={0}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={onToggle}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Chevron size={14} aria-hidden />
        <Inline cut>{label}</Inline>
      </button>
      <Inline flex="none" c="dimmed" fw={400}>
        {formatInteger(size)}
      </Inline>
    </Row>
  )
}

function renderTotal<T>({ totalCell }: TableColumn<T>, total: number | null): ReactNode {
  if (totalCell !== undefined) return totalCell(total)
  return total === null ? '–' : formatInteger(total)
}
