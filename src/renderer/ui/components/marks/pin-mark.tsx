import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { Row } from '../../layout/layout.tsx'

/** How much of a message is pinned, or `stale` where the pinned content has changed. */
export type PinExtent = 'message' | 'parts' | 'stale'

const words: Readonly<Record<PinExtent, string>> = {
  message: 'pinned',
  parts: 'partly pinned',
  stale: 'changed since it was pinned',
}

/** Mark of a pinned message, with its extent as tooltip and for screen readers. */
export function PinMark({ extent }: { readonly extent: PinExtent }) {
  const Icon = extent === 'message' ? IconPinFilled : IconPin
  return (
    <Row
      component="span"
      inline
      c={extent === 'stale' ? 'var(--caution)' : 'var(--fate-pinned)'}
      title={words[extent]}
    >
      <Icon size={14} aria-hidden />
      <VisuallyHidden component="span">{words[extent]}</VisuallyHidden>
    </Row>
  )
}

type PinToggleProps = {
  /** What it pins, as in “Pin message #12”. */
  readonly what: string
  readonly isPinned: boolean
  /** Why it cannot be pinned or unpinned by itself, or null where it can. */
  readonly obstacle: string | null
  readonly onToggle: () => void
}

/** A toggle that pins or unpins a message or a part. */
export function PinToggle({ what, isPinned, obstacle, onToggle }: PinToggleProps) {
  const Icon = isPinned ? IconPinFilled : IconPin
  return (
    <ActionIcon
      size={22}
      aria-label={`Pin ${what}`}
      aria-pressed={isPinned}
      disabled={obstacle !== null}
      title={obstacle ?? (isPinned ? `Unpin ${what}` : `Pin ${what}: every condensation keeps it as it is`)}
      c={isPinned ? 'var(--fate-pinned)' : 'dimmed'}
      onClick={onToggle}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
