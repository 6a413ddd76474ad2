import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { TableColumn } from './table-column.ts'

type ColumnChoicesProps<T> = {
  /** Those that can be hidden. */
  readonly columns: readonly Pick<TableColumn<T>, 'id' | 'header'>[]
  /** Ids of those that are. */
  readonly hidden: readonly string[]
  readonly onHidden: (ids: readonly string[]) => void
}

/** Hides columns of a table, and shows them again. */
export function ColumnChoices<T>({ columns, hidden, onHidden }: ColumnChoicesProps<T>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={8}>
          {columns.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={!hidden.includes(id)}
              onChange={({ currentTarget }) => {
                const others = hidden.filter((other) => other !== id)
                onHidden(currentTarget.checked ? others : [...others, id])
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
