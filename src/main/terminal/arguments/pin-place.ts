import { InvalidArgumentError } from 'commander'
import type { TaskPin } from '../../../shared/library/pin-types.ts'

/** `12` for a message, `12.3` for its part 3; both count from 0. Throws what commander reports. */
export function pinPlace(text: string): TaskPin {
  const [, message, part] = /^#?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const messageIndex = Number(message)
  const partIndex = part === undefined ? null : Number(part)
  if (message === undefined || !Number.isSafeInteger(messageIndex) || !Number.isSafeInteger(partIndex ?? 0))
    throw new InvalidArgumentError(
      'It must be the number of a message, such as 12, or of a part of it: 12.3.',
    )
  return { messageIndex, partIndex }
}

/** The same for an option or an argument that may come several times. */
export function pinPlaces(text: string, before: readonly TaskPin[] | undefined): readonly TaskPin[] {
  return [...(before ?? []), pinPlace(text)]
}
