import type { ContextCounter } from '../../../shared/api/context.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { recordedContextTokens } from '../../engine/inspect/recorded-context.ts'
import { countAsRooClassic } from '../../engine/tokens/count-as-roo-classic.ts'
import { conversationOf, openDocument, threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'

export type ContextSize = {
  /** Tokens without the last message. */
  readonly totalTokens: number
  readonly lastMessageTokens: number
  readonly basis: 'recorded' | 'counted'
}

/**
 * Size of a task's context before its next request. The recorded size holds the answer of the last request, so a last
 * message of the assistant adds nothing to it.
 */
export const measureContext: Job<
  { readonly source: SourceRef; readonly usage: RecordedUsage; readonly counter: ContextCounter },
  ContextSize
> = async ({ source, usage, counter }) => {
  const document = await openDocument(source)
  const { messages } = document.effective
  const tokens =
    counter === 'full' ? (await conversationOf(document)).messageTokens : await rooClassicTokens(messages)
  const totalTokens = tokens.reduce((sum, own) => sum + own, 0)
  const last = tokens.at(-1) ?? 0
  const recorded = recordedContextTokens(usage)
  if (recorded === null) return { totalTokens: totalTokens - last, lastMessageTokens: last, basis: 'counted' }
  const lastMessageTokens = messages.at(-1)?.role === 'user' ? last : 0
  return { totalTokens: recorded, lastMessageTokens, basis: 'recorded' }
}

async function rooClassicTokens(messages: readonly Message[]): Promise<number[]> {
  const counter = await threadCounter()
  return messages.map((message) => countAsRooClassic(message, counter))
}
