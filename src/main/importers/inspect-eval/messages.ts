import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { argumentsOf } from '../gemini-cli/parts.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { callBlock, mediaBlock, recordsOf, textBlocks } from '../requests/blocks.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Texts that a sample keeps once, by their hash or their number. */
export type Attachments = ReadonlyMap<string, string>

const protocol = 'attachment://'

/** Turns a message as Inspect stores it into a neutral one. */
export function messageOf(stored: Fields, attachments: Attachments): Message {
  const own = resolved(stored, attachments)
  const { role } = own
  const id = textOf(own['id'])
  const origin = id === null ? {} : { origin: { id } }
  switch (role) {
    case 'assistant':
      return { role: 'assistant', content: [...answerBlocks(own)], ...origin }
    case 'tool':
      return { role: 'user', content: [resultBlock(own)], ...origin }
    default: {
      const { content } = own
      return {
        role: 'user',
        content: typeof content === 'string' ? content : recordsOf(content).flatMap(blocksOf),
        ...(role === 'system' ? { isBoilerplate: true } : {}),
        ...origin,
      }
    }
  }
}

function answerBlocks({ content, tool_calls: calls }: Fields): readonly ContentBlock[] {
  return [
    ...(typeof content === 'string' ? textBlocks(content) : recordsOf(content).flatMap(blocksOf)),
    ...recordsOf(calls).map((call) => {
      const name = call['function']
      return callBlock(textOf(call['id']) ?? 'unknown', name, argumentsOf(call['arguments']))
    }),
  ]
}

/** What the model reads of a result: its error, where the tool failed. */
function resultBlock(message: Fields): ContentBlock {
  const { content } = message
  const error = textOf(fieldsAt(message, 'error')['message']) ?? textOf(message['tool_error'])
  return {
    type: 'tool_result',
    tool_use_id: textOf(message['tool_call_id']) ?? 'unknown',
    content: error ?? (typeof content === 'string' ? content : recordsOf(content).flatMap(blocksOf)),
    ...(error === null ? {} : { is_error: true }),
  }
}

function blocksOf(part: Fields): readonly ContentBlock[] {
  const { type, text, reasoning, signature, redacted, summary } = part
  switch (type) {
    case 'text':
      return textBlocks(text)
    case 'reasoning': {
      const signed = typeof signature === 'string' ? { signature } : {}
      if (redacted !== true) return [{ type: 'thinking', thinking: textOf(reasoning) ?? '', ...signed }]
      const words = textOf(summary)
      return words === null
        ? [{ type: 'redacted_thinking', data: reasoning }]
        : [{ type: 'thinking', thinking: words, encrypted_content: reasoning }]
    }
    case 'image':
      return [mediaBlock(textOf(part['image']) ?? '')]
    case 'document':
      return [mediaBlock(textOf(part['document']) ?? '', textOf(part['mime_type']))]
    case 'tool_use':
      return [{ ...part, type: 'server_tool_use' }]
    case 'data':
      return isCompaction(part) ? [{ ...fieldsAt(part, 'data'), type: 'compaction' }] : [{ ...part, type }]
    default:
      return typeof type === 'string' ? [{ ...part, type }] : []
  }
}

/** Whether a part is what the server made of the messages before it. */
function isCompaction(part: Fields): boolean {
  const data = fieldsAt(part, 'data')
  return /compaction/.test(stringOf(data['type'])) || 'compaction_metadata' in data
}

/** A value with texts in the place of what refers to them. */
function resolved(value: Fields, attachments: Attachments): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolvedValue(inner, attachments)]),
  )
}

function resolvedValue(value: unknown, attachments: Attachments): unknown {
  if (typeof value === 'string')
    return value.startsWith(protocol) ? (attachments.get(value.slice(protocol.length)) ?? value) : value
  if (Array.isArray(value)) return value.map((inner) => resolvedValue(inner, attachments))
  if (typeof value !== 'object' || value === null) return value
  return resolved(Object.fromEntries(Object.entries(value)), attachments)
}
