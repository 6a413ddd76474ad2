import { textOf } from '../json/fields.ts'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { isRecord } from '../json/read-json.ts'
import type { StoredMessage, Values } from './stored.ts'

/** Makes a message of the history of a stored one; null where the model is never shown anything of it. */
export function messageOf(stored: StoredMessage, marks: Partial<Message> = {}): Message | null {
  const content = stored.content.flatMap(blocksOf)
  if (content.length === 0) return null
  const { role, created, id } = stored
  return {
    role,
    content,
    ...(created === null ? {} : { ts: created }),
    ...(id === null ? {} : { origin: { id } }),
    ...marks,
  }
}

function blocksOf(value: Values): readonly ContentBlock[] {
  switch (value['type']) {
    case 'text':
      return textOf(value['text']) === null ? [] : [{ type: 'text', text: String(value['text']) }]
    case 'image':
      return [imageOf(value)]
    case 'toolRequest':
    case 'frontendToolRequest':
      return [callOf(value)]
    case 'toolResponse':
      return [resultOf(value)]
    case 'thinking':
      return [{ type: 'thinking', thinking: textOf(value['thinking']) ?? '', signature: value['signature'] }]
    case 'reasoning':
      return [{ type: 'thinking', thinking: textOf(value['text']) ?? '' }]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: value['data'] }]
    default:
      // Questions to the person and notices: nothing of them is sent.
      return []
  }
}

function imageOf({ data, mimeType }: Values): ContentBlock {
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } }
}

/** A call that the model wrote wrongly has an error in the place of its name. */
function callOf({ id, toolCall }: Values): ContentBlock {
  const outcome = isRecord(toolCall) ? toolCall : {}
  const call = isRecord(outcome['value']) ? outcome['value'] : null
  if (call === null)
    return { type: 'tool_use', id: String(id), name: 'unknown', input: { raw: outcome['error'] ?? '' } }
  const { name, arguments: input } = call
  return { type: 'tool_use', id: String(id), name: String(name), input: isRecord(input) ? input : {} }
}

function resultOf({ id, toolResult }: Values): ContentBlock {
  const base = { type: 'tool_result' as const, tool_use_id: String(id) }
  const outcome = isRecord(toolResult) ? toolResult : {}
  if (outcome['status'] === 'error')
    return { ...base, content: textOf(outcome['error']) ?? '', is_error: true }
  const { value } = outcome
  const items: unknown = isRecord(value) ? value['content'] : value
  const shown = (Array.isArray(items) ? items : []).filter(isRecord).filter(isForModel)
  const content = shown.flatMap((item): ContentBlock[] => {
    if (item['type'] === 'image') return [imageOf(item)]
    const { resource } = item
    const text = textOf(item['text']) ?? (isRecord(resource) ? textOf(resource['text']) : null)
    return text === null ? [] : [{ type: 'text', text }]
  })
  const isError = isRecord(value) && value['isError'] === true ? { is_error: true } : {}
  return { ...base, content, ...isError }
}

/** Parts of results may be meant for the person alone. */
function isForModel({ annotations }: Values): boolean {
  const audience: unknown = isRecord(annotations) ? annotations['audience'] : null
  return !Array.isArray(audience) || audience.includes('assistant')
}
