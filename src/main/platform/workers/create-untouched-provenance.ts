import type { Provenance } from '../../../shared/kernel/provenance.ts'
import type { Conversation } from '../../kernel/conversation.ts'

/** The record of a result in which nothing was changed. */
export function createUntouchedProvenance({ messages }: Conversation): Provenance {
  return { messages: messages.map((_, index) => ({ sources: [index], changes: [] })), dropped: [] }
}
