import type { Message } from '../../../shared/domain/message.ts'
import type { Conversation } from '../conversation.ts'
import { safeCuts } from '../history/safe-cuts.ts'
import { splitText } from './split-text.ts'

export type ChunkSize = {
  readonly maxTokens: number
  /** Tokens that count for each message beside its own. */
  readonly messageOverhead: number
}

/**
 * Cuts a history into consecutive pieces of at most `maxTokens` each, between calls and not inside of them. What
 * is too large by itself becomes text and is cut as text, so nothing is left out.
 */
export function splitIntoChunks(
  conversation: Conversation,
  { maxTokens, messageOverhead }: ChunkSize,
): Message[][] {
  const { messages, messageTokens } = conversation
  const cuts = safeCuts(messages)
  const chunks: Message[][] = []
  let open: Message[] = []
  let openTokens = 0
  const close = (): void => {
    if (open.length > 0) chunks.push(open)
    open = []
    openTokens = 0
  }
  for (const [at, start] of cuts.slice(0, -1).entries()) {
    const end = cuts[at + 1] ?? messages.length
    const tokens = messageTokens.slice(start, end).reduce((sum, own) => sum + own + messageOverhead, 0)
    if (openTokens + tokens > maxTokens) close()
    if (tokens > maxTokens) {
      chunks.push(
        ...asText(conversation, start, end, maxTokens - messageOverhead).map((message) => [message]),
      )
    } else {
      open.push(...messages.slice(start, end))
      openTokens += tokens
    }
  }
  close()
  return chunks
}

/** Tokens that the line above a piece takes. */
const headingTokens = 24

function asText(
  { messages, parts, counter }: Conversation,
  start: number,
  end: number,
  maxTokens: number,
): Message[] {
  const text = messages
    .slice(start, end)
    .map(({ role }, at) => {
      const own = (parts[start + at] ?? []).map((part) => (part.kind === 'image' ? '[image]' : part.text))
      return `${role}:\n${own.join('\n')}`
    })
    .join('\n\n')
  const pieces = splitText(text, Math.max(1, maxTokens - headingTokens), counter)
  return pieces.map((piece, at) => ({
    role: 'user',
    content: `[Messages #${start} to #${end - 1} as text, piece ${at + 1} of ${pieces.length}]\n${piece}`,
  }))
}
