import type { Provenance } from '../../shared/domain/provenance.ts'
import type { Conversation } from '../engine/conversation.ts'

/** The record of a result in which nothing was changed. */
export function createUntouchedProvenance({ messages }: Conversation): Provenance {
  return { messages: messages.map((_, index) => ({ sources: [index], changes: [] })), dropped: [] }
}
