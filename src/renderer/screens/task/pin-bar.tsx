import { Button, Chip } from '@mantine/core'
import { IconPinFilled } from '@tabler/icons-react'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { toProblem } from '../../data/to-problem.ts'
import type { PinController } from '../../data/use-task-pins.ts'
import { describePins } from '../../lib/describe-pins.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Inline } from '../../ui/layout/layout.tsx'
import styles from './messages-tab.module.css'

type PinBarProps = {
  readonly controller: PinController
  readonly isFilter: boolean
  readonly onFilter: (isFilter: boolean) => void
}

/** How many pins there are, as a filter, and the way to be rid of them. Nothing where none are. */
export function PinBar({ controller, isFilter, onFilter }: PinBarProps) {
  const { pins, cleared, clear, undo } = controller
  if (pins.length === 0 && cleared.length === 0) return null
  if (pins.length === 0) {
    return (
      <Inline c="dimmed" role="status">
        {formatCountWithNoun(cleared.length, 'pin')} cleared
        <Button variant="subtle" size="compact-xs" ml={4} onClick={undo}>
          Undo
        </Button>
      </Inline>
    )
  }
  return (
    <>
      <Chip
        checked={isFilter}
        onChange={onFilter}
        size="xs"
        radius="sm"
        variant="outline"
        classNames={{ label: styles.chip ?? '' }}
        wrapperProps={{ title: describePins(controller) }}
      >
        <IconPinFilled size={12} className={styles.pin} aria-hidden />
        Pinned {formatInteger(pins.length)}
      </Chip>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={clear}>
        Clear all
      </Button>
    </>
  )
}

/** Says why a pin was not set or removed. */
export function PinError({ error, dismiss }: Pick<PinController, 'error' | 'dismiss'>) {
  if (error === null) return null
  return <ErrorPanel title="Could not change the pins" problem={toProblem(error)} onDismiss={dismiss} />
}
