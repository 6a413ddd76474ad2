import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import styles from './pin-mark.module.css'

type PinToggleProps = {
  /** What it pins, as in “Pin message #12”. */
  readonly what: string
  readonly isPinned: boolean
  /** Why it cannot be pinned or unpinned by itself; null where it can. */
  readonly obstacle: string | null
  readonly onToggle: () => void
}

/** A button that is pressed while what it stands for is pinned. */
export function PinToggle({ what, isPinned, obstacle, onToggle }: PinToggleProps) {
  const Icon = isPinned ? IconPinFilled : IconPin
  return (
    <ActionIcon
      size={22}
      aria-label={`Pin ${what}`}
      aria-pressed={isPinned}
      disabled={obstacle !== null}
      title={obstacle ?? (isPinned ? `Unpin ${what}` : `Pin ${what}: every condensation keeps it as it is`)}
      className={styles.toggle ?? ''}
      onClick={onToggle}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
