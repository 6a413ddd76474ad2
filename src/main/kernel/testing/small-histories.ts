import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { losslessMethod } from '../../methods/own/lossless/lossless.ts'
import type { Outcome } from '../../methods/run-method.ts'
import { conversationFor, runOn } from './run-on.ts'

/** Forty lines, or more or fewer, that no other word has. */
export const long = (word: string, lines = 40): string =>
  Array.from({ length: lines }, (_, index) => `${index} ${word} ${'x'.repeat(20)}`).join('\n')
/** A first message. */
export const task: Message = { role: 'user', content: [{ type: 'text', text: '<task>\ndo it\n</task>' }] }
/** A native tool call. */
export const call = (id: string, name: string, input: Record<string, unknown>): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }],
})
/** Its result, and what stands beside it. */
export const answer = (id: string, content: string, ...more: ContentBlock[]): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }, ...more],
})
/** A read of a file with its result. */
export const read = (id: string, path: string, content: string): Message[] => [
  call(id, 'read_file', { path }),
  answer(id, `File: ${path}\n${content}`),
]
/** A last message. */
export const end: Message = { role: 'assistant', content: 'done' }

/** What the lossless provider makes of a history, and the first content of a message of the result. */
export async function condenseLosslessly(messages: Message[], settings: Record<string, unknown> = {}) {
  const { summary, condensed } = await runOn(losslessMethod, settings, conversationFor(messages))
  const result = condensed?.conversation.messages ?? []
  const buildMessageContent = (index: number): unknown => {
    const content = result[index]?.content
    const block = typeof content === 'string' ? undefined : content?.[0]
    return block?.['content'] ?? block?.['input'] ?? content
  }
  const provenance: NonNullable<Outcome['condensed']>['provenance'] | undefined = condensed?.provenance
  return { summary, result, contentAt: buildMessageContent, provenance }
}
