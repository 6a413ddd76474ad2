import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import styles from './results-table.module.css'
import type { ResultSort } from './sort-variants.ts'

type SortHeaderProps = {
  readonly sort: ResultSort
  readonly onSort: (sort: ResultSort) => void
  readonly id: string
  readonly label: string
  /** Figures begin with the largest. */
  readonly isFigure?: boolean
}

/** A header that sorts: once, and the other way round. */
export function SortHeader({ sort, onSort, id, label, isFigure = false }: SortHeaderProps) {
  const isActive = sort.id === id
  const Icon = sort.desc ? IconChevronDown : IconChevronUp
  const state = isActive ? (sort.desc ? ', sorted descending' : ', sorted ascending') : ''
  return (
    <button
      type="button"
      className={styles.sorter}
      aria-label={`Sort by ${label}${state}`}
      onClick={() => onSort({ id, desc: isActive ? !sort.desc : isFigure })}
    >
      {label}
      {isActive && <Icon size={12} aria-hidden />}
    </button>
  )
}
