import type { TaskPin } from '../../../shared/domain/pin.ts'
import { locatorOf } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import type { EffectiveHistory } from '../history/effective-history.ts'
import type { Pin } from './pin.ts'

/** The pins of a task in its effective history; what is hidden there, or gone from the file, is nobody's to keep. */
export function locatePins(
  pins: readonly TaskPin[],
  { fileIndices }: EffectiveHistory,
  { parts }: Conversation,
): Pin[] {
  const places = new Map(fileIndices.map((fileIndex, index) => [fileIndex, index]))
  return pins.flatMap(({ messageIndex, partIndex }): Pin[] => {
    const index = places.get(messageIndex)
    if (index === undefined) return []
    if (partIndex === null) return [{ messageIndex: index, part: null }]
    const part = parts[index]?.[partIndex]
    return part === undefined ? [] : [{ messageIndex: index, part: locatorOf(part) }]
  })
}
