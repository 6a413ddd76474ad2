import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { splitText } from '../../kernel/split-text.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'

/** A conversation as one text for a model that is to examine it and not to go on with it; images are only named. */
export function renderRecordText({ messages, parts }: Pick<Conversation, 'messages' | 'parts'>): string {
  return messages
    .map(({ role }, index) => {
      const own = (parts[index] ?? []).map(renderPartText).filter((text) => text !== '')
      return [`[${role}]`, ...own].join('\n')
    })
    .join('\n\n')
}

function renderPartText({ kind, text }: Part): string {
  if (kind === 'image') return '[image]'
  if (text.trim() === '') return ''
  return kind === 'user-text' || kind === 'assistant-text' ? text.trim() : `[${kind}]\n${text.trim()}`
}

/** What a judge is shown of the recorded future at most: enough for the next steps, and little beside two contexts. */
const mostMessages = 12
export const continuationTokens = 3000

/** The beginning of what the recorded task went on with, as text; empty where nothing followed. */
export function renderContinuationStart(continuation: Conversation | null, counter: TokenCounter): string {
  if (continuation === null) return ''
  const text = renderRecordText({
    messages: continuation.messages.slice(0, mostMessages),
    parts: continuation.parts.slice(0, mostMessages),
  })
  return splitText(text, continuationTokens, counter)[0] ?? ''
}

/** What a user said between the cut and the assistant's next step; empty where nothing followed. */
export function readWordsBeforeAction(continuation: Conversation | null): string {
  if (continuation === null) return ''
  const { messages, parts } = continuation
  const index = messages.findIndex(({ role }) => role === 'assistant')
  const end = index < 0 ? messages.length : index
  return renderRecordText({ messages: messages.slice(0, end), parts: parts.slice(0, end) })
}
