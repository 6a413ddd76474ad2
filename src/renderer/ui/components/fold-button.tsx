import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type FoldButtonProps = {
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A line that unfolds what stands below it. */
export function FoldButton({ isOpen, onToggle, children }: FoldButtonProps) {
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="subtle"
      color="gray"
      style={{ flex: 'none' }}
      aria-expanded={isOpen}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}
