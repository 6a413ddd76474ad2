import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { RunOptions } from './run-options.ts'

type AdvancedButtonProps = {
  readonly options: RunOptions
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** Opens what few runs need, and says how much of it is set. */
export function AdvancedButton({ options, isShown, onToggle }: AdvancedButtonProps) {
  const { fallback, minimumGainPercent, ignoreCache } = options
  const set = [fallback.length > 0, minimumGainPercent !== null, ignoreCache].filter(Boolean).length
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Chevron size={14} aria-hidden />}
      aria-expanded={isShown}
      onClick={onToggle}
    >
      Advanced{set > 0 && ` (${set} set)`}
    </Button>
  )
}
