import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** A short word about something, with its explanation at hand. */
export function Tag({
  children,
  about,
  accent = false,
}: {
  readonly children: ReactNode
  readonly about?: string
  readonly accent?: boolean
}) {
  return (
    <Badge
      size="xs"
      variant="default"
      radius="sm"
      fw={500}
      tt="none"
      title={about}
      style={{ flex: 'none', ...(accent ? { color: 'var(--accent)', borderColor: 'var(--accent)' } : {}) }}
    >
      {children}
    </Badge>
  )
}
