import type { Fact, Place } from '../../../shared/kernel/fact.ts'
import type { TaskPin } from '../../../shared/library/pin-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findFacts } from '../facts/find-facts.ts'

/**
 * The parts of an effective history in which the user laid something down, as pins of its file: for each constraint
 * the part where the user first says it, or, passed on by a tool, where it first stands. Each part once, in order.
 * `fileIndices` are those of the effective history.
 */
export function findConstraintPins(conversation: Conversation, fileIndices: readonly number[]): TaskPin[] {
  const pins = new Map<string, TaskPin>()
  for (const fact of findFacts(conversation)) {
    const place = fact.classId === 'constraint' ? findUserPlace(fact, conversation) : undefined
    const messageIndex = place === undefined ? undefined : fileIndices[place.messageIndex]
    if (place === undefined || messageIndex === undefined) continue
    pins.set(`${messageIndex} ${place.partIndex}`, { messageIndex, partIndex: place.partIndex })
  }
  return [...pins.values()].toSorted(
    (a, b) => a.messageIndex - b.messageIndex || (a.partIndex ?? 0) - (b.partIndex ?? 0),
  )
}

function findUserPlace({ places }: Fact, { parts }: Conversation): Place | undefined {
  const isUsers = ({ messageIndex, partIndex }: Place): boolean =>
    parts[messageIndex]?.[partIndex]?.kind === 'user-text'
  return places.find(isUsers) ?? places[0]
}
