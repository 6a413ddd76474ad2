import type { TokensByKind } from '../../../shared/domain/inspection.ts'
import type { PartKind } from '../../../shared/domain/part.ts'
import type { Conversation } from '../conversation.ts'

/** Tokens of a conversation by kind of part; they add up to its total. */
export function tokensByKind(conversation: Conversation): TokensByKind {
  const totals: Partial<Record<PartKind, number>> = {}
  conversation.parts.forEach((parts, messageIndex) =>
    parts.forEach((part, partIndex) => {
      totals[part.kind] = (totals[part.kind] ?? 0) + (conversation.partTokens[messageIndex]?.[partIndex] ?? 0)
    }),
  )
  return totals
}
