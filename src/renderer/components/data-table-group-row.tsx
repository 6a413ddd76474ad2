import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatInteger } from '../../shared/lib/format-figures.ts'
import styles from './data-table.module.css'
import type { TableColumn } from './table-column.ts'
import type { TableGroup } from './table-lines.ts'

type DataTableGroupRowProps<T> = {
  readonly group: TableGroup<T>
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly index: number
  readonly selected: boolean
  readonly onSelect: () => void
  readonly onToggle: () => void
}

/** The head of a group: its name, how many rows it has, and their totals below the headers that they belong to. */
export function DataTableGroupRow<T>({ group, label, columns, index, ...props }: DataTableGroupRowProps<T>) {
  const { totals } = group
  const [first, ...others] = columns
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.row}
      data-group
      data-selected={props.selected}
      onClick={props.onSelect}
      onDoubleClick={props.onToggle}
    >
      <td title={label} data-align={first?.align}>
        <GroupName group={group} label={label} onToggle={props.onToggle} />
      </td>
      {others.map((column) => (
        <td key={column.id} data-align={column.align}>
          {totals.has(column.id) && totalOf(column, totals.get(column.id) ?? null)}
        </td>
      ))}
    </tr>
  )
}

function GroupName<T>({
  group: { rows, isCollapsed },
  label,
  onToggle,
}: Pick<DataTableGroupRowProps<T>, 'group' | 'label' | 'onToggle'>) {
  const Chevron = isCollapsed ? IconChevronRight : IconChevronDown
  return (
    <span className={styles.group}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Chevron size={14} aria-hidden />
        <span className={styles.groupName}>{label}</span>
      </button>
      <span className={styles.groupCount}>{formatInteger(rows.length)}</span>
    </span>
  )
}

function totalOf<T>({ totalCell }: TableColumn<T>, total: number | null): ReactNode {
  if (totalCell !== undefined) return totalCell(total)
  return total === null ? '–' : formatInteger(total)
}
