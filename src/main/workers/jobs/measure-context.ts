import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { recordedContextTokens } from '../../engine/inspect/recorded-context.ts'
import { conversationOf, openDocument } from '../documents.ts'
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
  { readonly source: SourceRef; readonly usage: RecordedUsage },
  ContextSize
> = async ({ source, usage }) => {
  const { messages, messageTokens, totalTokens } = await conversationOf(await openDocument(source))
  const last = messageTokens.at(-1) ?? 0
  const recorded = recordedContextTokens(usage)
  if (recorded === null) return { totalTokens: totalTokens - last, lastMessageTokens: last, basis: 'counted' }
  const lastMessageTokens = messages.at(-1)?.role === 'user' ? last : 0
  return { totalTokens: recorded, lastMessageTokens, basis: 'recorded' }
}
