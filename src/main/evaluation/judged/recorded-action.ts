import type { ProposedAction } from '../../../shared/domain/evidence.ts'
import type { Conversation } from '../../engine/conversation.ts'

/** What the recorded task did next: the first call of the assistant's first message, and what it said with it. */
export function recordedAction({ messages, parts }: Conversation): ProposedAction | null {
  const index = messages.findIndex(({ role }) => role === 'assistant')
  if (index < 0) return null
  const own = parts[index] ?? []
  const call = own.find(({ kind }) => kind === 'tool-call')
  const said = own.flatMap(({ kind, text }) => (kind === 'assistant-text' ? [text] : []))
  const tool = call?.toolName ?? null
  const written = call?.text ?? ''
  const input = call?.holder === 'input' ? written.slice((tool ?? '').length + 1) : written
  return { tool, input, text: said.join('\n').trim() }
}

/** What a user said between the cut and the assistant's next step. */
export function messagesBeforeAction({
  messages,
  parts,
}: Conversation): Pick<Conversation, 'messages' | 'parts'> {
  const index = messages.findIndex(({ role }) => role === 'assistant')
  const end = index < 0 ? messages.length : index
  return { messages: messages.slice(0, end), parts: parts.slice(0, end) }
}
