import type { MessageText } from '../../../../shared/condense/runs-contract.ts'
import type { Conversation } from '../../../kernel/conversation.ts'

/** Text of one message, part by part, as the model reads it; null where there is none of that index. */
export function findMessageText(conversation: Conversation, index: number | null): MessageText | null {
  const message = index === null ? undefined : conversation.messages[index]
  if (index === null || message === undefined) return null
  const parts = conversation.parts[index] ?? []
  const pieces = parts.map((part, at) => {
    const before = parts[at - 1]
    const isSameText = before?.blockIndex === part.blockIndex && before.nestedIndex === part.nestedIndex
    const text = part.kind === 'image' ? '[image]' : part.text
    return before === undefined || isSameText ? text : `\n\n${text}`
  })
  return { index, role: message.role, text: pieces.join('') }
}
