import type { Message } from '../../../shared/kernel/message.ts'
import type { Provenance } from '../../../shared/kernel/provenance.ts'

/** What a provider made of the conversation before it. */
export type Stage = { readonly messages: readonly Message[]; readonly provenance: Provenance }

/** A conversation that nothing was done to yet. */
export function buildUntouchedStage(messages: readonly Message[]): Stage {
  const provenance = {
    messages: messages.map((_, index) => ({ sources: [index], changes: [] })),
    dropped: [],
  }
  return { messages, provenance }
}
