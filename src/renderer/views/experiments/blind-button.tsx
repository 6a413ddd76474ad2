import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

type BlindButtonProps = {
  readonly isBlind: boolean
  readonly onHide: () => void
  readonly onReveal: () => void
}

/** Hides which variant is which, and says it again when that is asked for. */
export function BlindButton({ isBlind, onHide, onReveal }: BlindButtonProps) {
  return isBlind ? (
    <Button variant="light" leftSection={<IconEye size={14} aria-hidden />} onClick={onReveal}>
      Reveal names
    </Button>
  ) : (
    <Button
      variant="subtle"
      color="gray"
      title="Names of the variants become letters in another order, so that ratings go by what is seen"
      leftSection={<IconEyeOff size={14} aria-hidden />}
      onClick={onHide}
    >
      Rate blind
    </Button>
  )
}
