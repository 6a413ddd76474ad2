import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type ToggleButtonProps = {
  readonly label: string
  readonly icon: ReactNode
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** Opens and closes one of the panels below the tabs. */
export function ToggleButton({ label, icon, isShown, onToggle }: ToggleButtonProps) {
  return (
    <Button variant="subtle" color="gray" leftSection={icon} aria-expanded={isShown} onClick={onToggle}>
      {label}
    </Button>
  )
}
