import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type ActButtonProps = {
  readonly icon: Icon
  readonly label: string
  readonly title: string
  readonly isOff: boolean
  readonly size?: 'sm' | 'md'
  readonly onClick: () => void
}

/** A small button that keeps the keyboard when its action has just become impossible: the last move up, the last undo. */
export function ActButton({ icon: Shape, label, title, isOff, size = 'md', onClick }: ActButtonProps) {
  return (
    <ActionIcon
      size={size}
      aria-label={label}
      title={title}
      aria-disabled={isOff}
      {...(isOff ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      <Shape size={size === 'sm' ? 14 : 16} aria-hidden />
    </ActionIcon>
  )
}
