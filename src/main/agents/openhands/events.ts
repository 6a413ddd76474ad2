import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { toTimeOrNull, type Fields } from '../json/fields.ts'

/** An event of either version, as far as it decides what the model is sent. */
export type AgentEvent = {
  readonly id: string
  readonly ts: number | null
  /** The event that it follows; undefined where it is the one before it, and null where it begins anew. */
  readonly parentId?: string | null | undefined
  /** The response of a model that it comes from; null for events of others. */
  readonly responseId: string | null
  readonly part: EventPart
}

/** What an event is to the model. Everything but `none` and condensations has a place in the history. */
export type EventPart =
  /** A message by itself. */
  | { readonly kind: 'message'; readonly message: Message; readonly isPrompt: boolean }
  /** A call, or several: all that one response asks for is one message. */
  | { readonly kind: 'calls'; readonly message: Message; readonly callIds: readonly string[] }
  | { readonly kind: 'result'; readonly message: Message; readonly callId: string }
  /** Something that is sent otherwise, such as the system prompt, or not at all. */
  | { readonly kind: 'place'; readonly isSystem: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'condensation'; readonly condensation: StoredCondensation }
  | { readonly kind: 'condensation-request'; readonly reason: string }

export type StoredCondensation = {
  readonly isForgotten: (id: string) => boolean
  readonly summary: string | null
  /** Where the summary stands among what is kept. */
  readonly offset: number | null
  readonly responseId: string | null
}

/** The events of a conversation with what is known beside them. */
export type StoredConversation = {
  readonly events: readonly AgentEvent[]
  /** Old conversations send a call when all results are there, and repeat the first prompt where it was forgotten. */
  readonly isOld: boolean
  /** By the id of the response. */
  readonly usage: ReadonlyMap<string, RequestUsage>
  /** The event that the next one will follow; undefined where it is the last one, and null where it begins anew. */
  readonly leafId?: string | null
  /** Names of events of unknown kinds, which were passed over. */
  readonly unknown: ReadonlySet<string>
}

/** When and as what an event was stored, for the message that it is. */
export function buildMarks(
  record: Fields,
): Pick<Message, 'ts'> & { readonly origin: { readonly id: string } } {
  const ts = toTimeOrNull(record['timestamp'])
  return { ...(ts === null ? {} : { ts }), origin: { id: toSafeString(record['id']) } }
}
