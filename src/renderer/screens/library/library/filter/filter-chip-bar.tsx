import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { everyTask, type LibraryFilter } from '../../../../../shared/library/library-filter-types.ts'
import { filterChips } from './filter-chips.ts'
import styles from './filter.module.css'

type FilterChipBarProps = {
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
}

/** What narrows the Library, each with a way to take it away. Nothing where nothing does. */
export function FilterChipBar({ filter, onFilter }: FilterChipBarProps) {
  const chips = filterChips(filter)
  if (chips.length === 0) return null
  return (
    <div className={styles.chips} role="group" aria-label="Active filters">
      {chips.map(({ id, label, without }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          title={label}
          aria-label={`Remove ${label}`}
          onClick={() => onFilter(without)}
        >
          <span className={styles.chipLabel}>{label}</span>
          <IconX size={12} aria-hidden />
        </button>
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => onFilter(everyTask)}>
        Clear all
      </Button>
    </div>
  )
}
