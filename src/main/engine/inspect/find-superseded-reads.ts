import type { Conversation } from '../conversation.ts'
import { toolPurpose } from '../history/tool-catalogue.ts'

/** Messages that hold a read of a whole file which a later message reads again. */
export function findSupersededReads(conversation: Conversation): ReadonlySet<number> {
  const later = new Set<string>()
  const messages = new Set<number>()
  for (const part of conversation.parts.flat().toReversed()) {
    if (part.kind !== 'tool-result' || part.path === undefined || toolPurpose(part.toolName) !== 'read')
      continue
    if (part.isError === true || part.lineRange !== undefined) continue
    if (later.has(part.path)) messages.add(part.messageIndex)
    later.add(part.path)
  }
  return messages
}
