import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import {
  toTextBlock,
  toToolResultBlock,
  toToolUseBlock,
  listBlocks,
  isThinking,
} from '../../../kernel/history/blocks.ts'
import {
  parseArguments,
  selectFields,
  buildImageBlock,
  readImageUrl,
  isFields,
  makeInvalidMessage,
  splitRunsByKind,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type ReadPiece,
  type SentItem,
} from './format.ts'

/** OpenAI's Chat Completions: results are messages of their own, reasoning has no place. */
export const openAiChatFormat: ArmFormat = {
  write: (messages, leave) =>
    messages.flatMap((message, source) =>
      (message.role === 'assistant' ? toAssistantItems(message, leave) : toUserItems(message, leave)).map(
        (item): SentItem => ({ item, source }),
      ),
    ),
  read: (item) => {
    if (!isFields(item)) return makeInvalidMessage(item)
    switch (item['role']) {
      case 'assistant':
        return { message: readAssistant(item), joins: false }
      case 'tool':
        return readResult(item)
      default: {
        const content = typeof item['content'] === 'string' ? item['content'] : readParts(item['content'])
        return { message: { role: toSafeString(item['role']), content }, joins: true }
      }
    }
  },
}

function toUserItems(message: Message, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  return splitRunsByKind(listBlocks(message), (block) => toToolResultBlock(block) !== undefined).flatMap(
    (run): Fields[] => {
      if (run[0] !== undefined && toToolResultBlock(run[0]) !== undefined)
        return run.map((block) => toResultItem(block, leave))
      const parts = run.flatMap((block) => toUserParts(block, leave))
      return parts.length === 0 ? [] : [{ role, content: parts }]
    },
  )
}

function toUserParts(block: ContentBlock, leave: LeaveOut): Fields[] {
  const text = toTextBlock(block)
  if (text !== undefined) return [{ type: 'text', text: text.text }]
  const url = block.type === 'image' ? readImageUrl(block) : null
  if (url !== null) return [{ type: 'image_url', image_url: { url } }]
  leave(`${block.type} blocks`)
  return []
}

function toResultItem(block: ContentBlock, leave: LeaveOut): Fields {
  const { tool_use_id, content = '', is_error } = toToolResultBlock(block) ?? { tool_use_id: '' }
  if (is_error === true) leave('error marks of results')
  if (typeof content === 'string') return { role: 'tool', tool_call_id: tool_use_id, content }
  const texts = content.flatMap((inner) => {
    const text = toTextBlock(inner)
    if (text !== undefined) return [{ type: 'text', text: text.text }]
    leave(`${inner.type} blocks in results`)
    return []
  })
  return { role: 'tool', tool_call_id: tool_use_id, content: texts }
}

function toAssistantItems(message: Message, leave: LeaveOut): Fields[] {
  const { content } = message
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const texts: Fields[] = []
  const calls: Fields[] = []
  for (const block of content) {
    const text = toTextBlock(block)
    const call = toToolUseBlock(block)
    if (text !== undefined) texts.push({ type: 'text', text: text.text })
    else if (call !== undefined)
      calls.push({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.input ?? {}) },
      })
    else leave(isThinking(block) ? 'reasoning' : `${block.type} blocks`)
  }
  if (texts.length === 0 && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: texts.length === 0 ? null : texts,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ]
}

function readAssistant({ content, tool_calls: calls }: Fields): Message {
  const uses = selectFields(calls).map((call): ContentBlock => {
    const own = isFields(call['function']) ? call['function'] : {}
    return {
      type: 'tool_use',
      id: toSafeString(call['id']),
      name: toSafeString(own['name']),
      input: parseArguments(own['arguments']),
    }
  })
  if (typeof content === 'string' && uses.length === 0) return { role: 'assistant', content }
  const words: ContentBlock[] =
    typeof content === 'string'
      ? content === ''
        ? []
        : [{ type: 'text', text: content }]
      : readParts(content)
  return { role: 'assistant', content: [...words, ...uses] }
}

function readResult({ tool_call_id: id, content }: Fields): ReadPiece {
  const own = typeof content === 'string' ? content : readParts(content)
  return {
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: toSafeString(id), content: own }],
    },
    joins: true,
  }
}

function readParts(content: unknown): ContentBlock[] {
  return selectFields(content).flatMap((part): ContentBlock[] => {
    const { type, text, image_url: image } = part
    if (typeof text === 'string') return [{ type: 'text', text }]
    const url = isFields(image) ? image['url'] : image
    if (typeof url === 'string') return [buildImageBlock(url)]
    return typeof type === 'string' ? [{ ...part, type }] : []
  })
}
