import type { ContentBlock, Message } from '../../../../../shared/domain/message.ts'
import { asText, asToolResult, asToolUse, blocksOf, isThinking } from '../../../history/blocks.ts'
import {
  argumentsOf,
  fieldsIn,
  imageBlock,
  imageUrl,
  isFields,
  noMessage,
  runsOf,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type ReadPiece,
  type SentItem,
} from './format.ts'
import { stringOf } from '../../../../../shared/lib/string-of.ts'

/** OpenAI's Chat Completions: results are messages of their own, reasoning has no place. */
export const openAiChatFormat: ArmFormat = {
  write: (messages, leave) =>
    messages.flatMap((message, source) =>
      (message.role === 'assistant' ? assistantItems(message, leave) : userItems(message, leave)).map(
        (item): SentItem => ({ item, source }),
      ),
    ),
  read: (item) => {
    if (!isFields(item)) return noMessage(item)
    switch (item['role']) {
      case 'assistant':
        return { message: readAssistant(item), joins: false }
      case 'tool':
        return readResult(item)
      default: {
        const content = typeof item['content'] === 'string' ? item['content'] : readParts(item['content'])
        return { message: { role: stringOf(item['role']), content }, joins: true }
      }
    }
  },
}

function userItems(message: Message, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  return runsOf(blocksOf(message), (block) => asToolResult(block) !== undefined).flatMap((run): Fields[] => {
    if (run[0] !== undefined && asToolResult(run[0]) !== undefined)
      return run.map((block) => resultItem(block, leave))
    const parts = run.flatMap((block) => userPart(block, leave))
    return parts.length === 0 ? [] : [{ role, content: parts }]
  })
}

function userPart(block: ContentBlock, leave: LeaveOut): Fields[] {
  const text = asText(block)
  if (text !== undefined) return [{ type: 'text', text: text.text }]
  const url = block.type === 'image' ? imageUrl(block) : null
  if (url !== null) return [{ type: 'image_url', image_url: { url } }]
  leave(`${block.type} blocks`)
  return []
}

function resultItem(block: ContentBlock, leave: LeaveOut): Fields {
  const { tool_use_id, content = '', is_error } = asToolResult(block) ?? { tool_use_id: '' }
  if (is_error === true) leave('error marks of results')
  if (typeof content === 'string') return { role: 'tool', tool_call_id: tool_use_id, content }
  const texts = content.flatMap((inner) => {
    const text = asText(inner)
    if (text !== undefined) return [{ type: 'text', text: text.text }]
    leave(`${inner.type} blocks in results`)
    return []
  })
  return { role: 'tool', tool_call_id: tool_use_id, content: texts }
}

function assistantItems(message: Message, leave: LeaveOut): Fields[] {
  const { content } = message
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const texts: Fields[] = []
  const calls: Fields[] = []
  for (const block of content) {
    const text = asText(block)
    const call = asToolUse(block)
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
  const uses = fieldsIn(calls).map((call): ContentBlock => {
    const own = isFields(call['function']) ? call['function'] : {}
    return {
      type: 'tool_use',
      id: stringOf(call['id']),
      name: stringOf(own['name']),
      input: argumentsOf(own['arguments']),
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
      content: [{ type: 'tool_result', tool_use_id: stringOf(id), content: own }],
    },
    joins: true,
  }
}

function readParts(content: unknown): ContentBlock[] {
  return fieldsIn(content).flatMap((part): ContentBlock[] => {
    const { type, text, image_url: image } = part
    if (typeof text === 'string') return [{ type: 'text', text }]
    const url = isFields(image) ? image['url'] : image
    if (typeof url === 'string') return [imageBlock(url)]
    return typeof type === 'string' ? [{ ...part, type }] : []
  })
}
