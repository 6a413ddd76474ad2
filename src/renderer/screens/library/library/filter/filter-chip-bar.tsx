import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { everyTask, type LibraryFilter } from '../../../../../shared/library/library-filter-types.ts'
import { Bar } from '../../../../ui/layout/layout.tsx'
import { filterChips } from './filter-chips.ts'

type FilterChipBarProps = {
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
}

/** What narrows the Library, each with a way to take it away. Nothing where nothing does. */
export function FilterChipBar({ filter, onFilter }: FilterChipBarProps) {
  const chips = filterChips(filter)
  if (chips.length === 0) return null
  return (
    <Bar wrap gap={6} role="group" aria-label="Active filters">
      {chips.map(({ id, label, without }) => (
        <Button
          key={id}
          variant="default"
          size="compact-xs"
          radius="xl"
          maw={320}
          fw={400}
          rightSection={<IconX size={12} aria-hidden />}
          title={label}
          aria-label={`Remove ${label}`}
          onClick={() => onFilter(without)}
        >
          {label}
        </Button>
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => onFilter(everyTask)}>
        Clear all
      </Button>
    </Bar>
  )
}
