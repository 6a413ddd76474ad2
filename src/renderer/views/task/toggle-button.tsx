import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type ToggleButtonProps = {
  readonly label: string
  readonly icon: ReactNode
  /** What else there is to say about it, in a tooltip. */
  readonly title?: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** Opens and closes one of the panels below the tabs. */
export function ToggleButton({ label, icon, title, isShown, onToggle }: ToggleButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={icon}
      title={title}
      aria-expanded={isShown}
      onClick={onToggle}
    >
      {label}
    </Button>
  )
}
