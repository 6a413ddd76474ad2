import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import { buildCallBlock, buildMediaBlock, buildTextBlocks } from '../requests/blocks.ts'

/** Texts that a sample keeps once, by their hash or their number. */
export type Attachments = ReadonlyMap<string, string>

const protocol = 'attachment://'

/** Turns a message as Inspect stores it into a neutral one. */
export function toNeutralMessage(stored: Fields, attachments: Attachments): Message {
  const own = resolveAttachments(stored, attachments)
  const { role } = own
  const id = toTextOrNull(own['id'])
  const origin = id === null ? {} : { origin: { id } }
  switch (role) {
    case 'assistant':
      return { role: 'assistant', content: [...readAnswerBlocks(own)], ...origin }
    case 'tool':
      return { role: 'user', content: [buildResultBlock(own)], ...origin }
    default: {
      const { content } = own
      return {
        role: 'user',
        content: typeof content === 'string' ? content : readRecordList(content).flatMap(readPartBlocks),
        ...(role === 'system' ? { isBoilerplate: true } : {}),
        ...origin,
      }
    }
  }
}

function readAnswerBlocks({ content, tool_calls: calls }: Fields): readonly ContentBlock[] {
  return [
    ...(typeof content === 'string'
      ? buildTextBlocks(content)
      : readRecordList(content).flatMap(readPartBlocks)),
    ...readRecordList(calls).map((call) => {
      const name = call['function']
      return buildCallBlock(toTextOrNull(call['id']) ?? 'unknown', name, readCallInput(call['arguments']))
    }),
  ]
}

/** What the model reads of a result: its error, where the tool failed. */
function buildResultBlock(message: Fields): ContentBlock {
  const { content } = message
  const error =
    toTextOrNull(readNestedFields(message, 'error')['message']) ?? toTextOrNull(message['tool_error'])
  return {
    type: 'tool_result',
    tool_use_id: toTextOrNull(message['tool_call_id']) ?? 'unknown',
    content:
      error ?? (typeof content === 'string' ? content : readRecordList(content).flatMap(readPartBlocks)),
    ...(error === null ? {} : { is_error: true }),
  }
}

function readPartBlocks(part: Fields): readonly ContentBlock[] {
  const { type, text, reasoning, signature, redacted, summary } = part
  switch (type) {
    case 'text':
      return buildTextBlocks(text)
    case 'reasoning': {
      const signed = typeof signature === 'string' ? { signature } : {}
      if (redacted !== true) return [{ type: 'thinking', thinking: toTextOrNull(reasoning) ?? '', ...signed }]
      const words = toTextOrNull(summary)
      return words === null
        ? [{ type: 'redacted_thinking', data: reasoning }]
        : [{ type: 'thinking', thinking: words, encrypted_content: reasoning }]
    }
    case 'image':
      return [buildMediaBlock(toTextOrNull(part['image']) ?? '')]
    case 'document':
      return [buildMediaBlock(toTextOrNull(part['document']) ?? '', toTextOrNull(part['mime_type']))]
    case 'tool_use':
      return [{ ...part, type: 'server_tool_use' }]
    case 'data':
      return isCompaction(part)
        ? [{ ...readNestedFields(part, 'data'), type: 'compaction' }]
        : [{ ...part, type }]
    default:
      return typeof type === 'string' ? [{ ...part, type }] : []
  }
}

/** Whether a part is what the server made of the messages before it. */
function isCompaction(part: Fields): boolean {
  const data = readNestedFields(part, 'data')
  return /compaction/.test(toSafeString(data['type'])) || 'compaction_metadata' in data
}

/** A value with texts in the place of what refers to them. */
function resolveAttachments(value: Fields, attachments: Attachments): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolveValue(inner, attachments)]),
  )
}

function resolveValue(value: unknown, attachments: Attachments): unknown {
  if (typeof value === 'string')
    return value.startsWith(protocol) ? (attachments.get(value.slice(protocol.length)) ?? value) : value
  if (Array.isArray(value)) return value.map((inner) => resolveValue(inner, attachments))
  if (typeof value !== 'object' || value === null) return value
  return resolveAttachments(Object.fromEntries(Object.entries(value)), attachments)
}
