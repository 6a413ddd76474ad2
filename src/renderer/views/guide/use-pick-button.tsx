import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { GuidePick } from '../../../shared/domain/guide.ts'
import { useUsePick } from './use-use-pick.ts'

type UsePickButtonProps = {
  readonly pick: GuidePick
  /** The one that the screen is about. */
  readonly isMain?: boolean
  /** Shows what it is instead of what it does. */
  readonly isNamed?: boolean
}

/** Opens Condense on the task that was seen last, filled with a recommendation. */
export function UsePickButton({ pick, isMain = false, isNamed = false }: UsePickButtonProps) {
  const { use, obstacle, taskTitle } = useUsePick(pick)
  const label = isMain ? 'Use this' : isNamed ? pick.label : 'Use'
  return (
    <Button
      size={isMain ? 'xs' : 'compact-xs'}
      variant={isMain ? 'filled' : 'default'}
      style={{ flex: 'none' }}
      aria-label={isMain ? undefined : `Use ${pick.label}`}
      rightSection={isMain ? <IconArrowRight size={14} aria-hidden /> : undefined}
      title={obstacle ?? `Opens Condense on ${taskTitle}`}
      disabled={obstacle !== null}
      onClick={use}
    >
      {label}
    </Button>
  )
}
