import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'

type TableToggleProps = { readonly isOn: boolean; readonly onToggle: () => void }

/** Puts the table behind a chart in its place, and the chart back. */
export function TableToggle({ isOn, onToggle }: TableToggleProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconTable size={14} aria-hidden />}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      Table
    </Button>
  )
}
