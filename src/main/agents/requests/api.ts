import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage, ServiceTerms } from '../../../shared/kernel/usage.ts'
import type { Fields } from '../json/fields.ts'

/** What a request to a model held. */
export type ModelRequest = Readonly<{
  /** The system prompt, where there is one; it is no message. */
  system: string | null
  /** Names of the tools, in their order. */
  tools: readonly string[]
  messages: readonly Message[]
}>

/** What a model gave back. */
export type ModelAnswer = Readonly<{
  blocks: readonly ContentBlock[]
  usage: RequestUsage
  modelId: string | null
  /** What the server used on the way to compact the history. */
  compaction?: RequestUsage
}>

/** An answer with how the response says that it was served; null where it does not say. */
export type ServedAnswer = ModelAnswer & Readonly<{ served: ServiceTerms | null }>

/** The requests and responses of one interface to models. */
export type Api = Readonly<{
  /** Whether a body is a request of it, seen from its outline alone. */
  isRequest(body: Fields): boolean
  read(body: Fields): ModelRequest
  /** Whether an object is a whole response of it. */
  isResponse(response: Fields): boolean
  answer(response: Fields): ModelAnswer
  /** The response that the events of a stream make; null where they are those of another interface. */
  gather(events: readonly Fields[]): Fields | null
}>

/** The part of an interface that has messages alone, and no responses of its own. */
export const withoutResponses: Pick<Api, 'isResponse' | 'answer' | 'gather'> = {
  isResponse: () => false,
  answer: () => ({ blocks: [], usage: {}, modelId: null }),
  gather: () => null,
}
