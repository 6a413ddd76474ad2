import type { Conversation } from '../../engine/conversation.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { splitText } from '../../engine/summaries/split-text.ts'
import { recordText } from './record-text.ts'

/** What a judge is shown of the recorded future at most: enough for the next steps, and little beside two contexts. */
const mostMessages = 12
export const continuationTokens = 3000

/** The beginning of what the recorded task went on with, as text; empty where nothing followed. */
export function firstOfContinuation(continuation: Conversation | null, counter: TokenCounter): string {
  if (continuation === null) return ''
  const text = recordText({
    messages: continuation.messages.slice(0, mostMessages),
    parts: continuation.parts.slice(0, mostMessages),
  })
  return splitText(text, continuationTokens, counter)[0] ?? ''
}
