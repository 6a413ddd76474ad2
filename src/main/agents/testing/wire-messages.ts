import type { ContentBlock } from '../../../shared/kernel/message.ts'
import type { ImportedTask } from '../imported-task.ts'
import { messagesSentBy } from './sent-by.ts'

/** A message of any wire format, each part as one value that can be compared. */
export type WireMessage = { readonly role: string; readonly parts: readonly unknown[] }

/** What each request of a task sent as neutral messages, of which those of one role that follow each other are one; reasoning is left out. */
export function wireSentBy(task: ImportedTask): WireMessage[][] {
  return messagesSentBy(task).map((messages) =>
    merged(
      messages.map(({ role, content }) => ({
        role,
        parts: typeof content === 'string' ? [{ text: content }] : content.flatMap(wirePart),
      })),
    ),
  )
}

function wirePart(block: ContentBlock): readonly unknown[] {
  switch (block.type) {
    case 'thinking':
      return []
    case 'text':
      return [{ text: block['text'] }]
    case 'tool_use':
      return [{ call: block['id'], name: block['name'], input: block['input'] }]
    case 'tool_result':
      return [{ result: block['tool_use_id'], content: block['content'] }]
    default:
      return [block]
  }
}

/** Messages of one role that follow each other as one, and none without parts. */
export function merged(messages: readonly WireMessage[]): WireMessage[] {
  const all: WireMessage[] = []
  for (const { role, parts } of messages) {
    if (parts.length === 0) continue
    const last = all.at(-1)
    if (last?.role === role) all[all.length - 1] = { role, parts: [...last.parts, ...parts] }
    else all.push({ role, parts })
  }
  return all
}
