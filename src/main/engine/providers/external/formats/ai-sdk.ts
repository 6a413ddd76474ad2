import type { ContentBlock, Message } from '../../../../../shared/domain/message.ts'
import { asText, asToolResult, asToolUse, blocksOf } from '../../../history/blocks.ts'
import {
  fieldsIn,
  imageBlock,
  imageUrl,
  isFields,
  noMessage,
  runsOf,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type SentItem,
} from './format.ts'
import { stringOf } from '../../../../../shared/lib/string-of.ts'

/** The AI SDK's model messages: results stand in messages of the role `tool`, beside the name of their tool. */
export const aiSdkFormat: ArmFormat = {
  write: (messages, leave) => {
    const names = toolNames(messages)
    return messages.flatMap((message, source) =>
      itemsOf(message, names, leave).map((item): SentItem => ({ item, source })),
    )
  },
  read: (item) => {
    if (!isFields(item)) return noMessage(item)
    const { role, content } = item
    const own = typeof content === 'string' ? content : fieldsIn(content).flatMap(readPart)
    return {
      message: { role: role === 'tool' ? 'user' : stringOf(role), content: own },
      joins: role === 'tool' || role === 'user',
    }
  },
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) => blocksOf(message).flatMap((block) => asToolUse(block) ?? []))
  return new Map(calls.map(({ id, name }) => [id, name]))
}

type Names = ReadonlyMap<string, string>

function itemsOf(message: Message, names: Names, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  return runsOf(blocksOf(message), (block) => asToolResult(block) !== undefined).flatMap((run): Fields[] => {
    const isResults = run[0] !== undefined && asToolResult(run[0]) !== undefined
    const parts = run.flatMap((block) => (isResults ? resultPart(block, names, leave) : partOf(block, leave)))
    return parts.length === 0 ? [] : [{ role: isResults ? 'tool' : role, content: parts }]
  })
}

function partOf(block: ContentBlock, leave: LeaveOut): Fields[] {
  const text = asText(block)
  if (text !== undefined) return [{ type: 'text', text: text.text }]
  const call = asToolUse(block)
  if (call !== undefined)
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.input ?? {} }]
  const image = block.type === 'image' ? imageUrl(block) : null
  if (image !== null) return [{ type: 'image', ...imageOf(image) }]
  if (block.type === 'thinking' && typeof block['thinking'] === 'string') {
    const { signature } = block
    const own = typeof signature === 'string' ? { providerOptions: { anthropic: { signature } } } : {}
    return [{ type: 'reasoning', text: block['thinking'], ...own }]
  }
  if (block.type === 'redacted_thinking' && typeof block['data'] === 'string')
    return [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: block['data'] } } }]
  leave(block.type === 'reasoning' ? 'encrypted reasoning' : `${block.type} blocks`)
  return []
}

function imageOf(url: string): Fields {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data === null ? { image: url } : { image: data[2] ?? '', mediaType: data[1] ?? '' }
}

function resultPart(block: ContentBlock, names: Names, leave: LeaveOut): Fields[] {
  const result = asToolResult(block)
  if (result === undefined) return []
  const { tool_use_id: toolCallId, content = '', is_error } = result
  const toolName = names.get(toolCallId) ?? 'unknown'
  if (typeof content === 'string') {
    const type = is_error === true ? 'error-text' : 'text'
    return [{ type: 'tool-result', toolCallId, toolName, output: { type, value: content } }]
  }
  if (is_error === true) leave('error marks of results with several parts')
  const value = content.flatMap((inner): Fields[] => {
    const text = asText(inner)
    if (text !== undefined) return [{ type: 'text', text: text.text }]
    const url = inner.type === 'image' ? imageUrl(inner) : null
    const { image, mediaType } = url === null ? {} : imageOf(url)
    if (mediaType !== undefined) return [{ type: 'media', data: image, mediaType }]
    leave(`${inner.type} blocks in results`)
    return []
  })
  return [{ type: 'tool-result', toolCallId, toolName, output: { type: 'content', value } }]
}

function readPart(part: Fields): ContentBlock[] {
  const { type, text } = part
  switch (type) {
    case 'text':
      return typeof text === 'string' ? [{ type: 'text', text }] : []
    case 'tool-call': {
      const { toolCallId, toolName, input } = part
      return [{ type: 'tool_use', id: stringOf(toolCallId), name: stringOf(toolName), input }]
    }
    case 'tool-result':
      return [readResult(part)]
    case 'image':
    case 'file':
      return [readImage(part['image'] ?? part['data'], part['mediaType'])]
    case 'reasoning':
      return [readReasoning(part)]
    default:
      return typeof type === 'string' ? [{ ...part, type }] : []
  }
}

function readImage(data: unknown, mediaType: unknown): ContentBlock {
  const text = stringOf(data)
  return imageBlock(typeof mediaType === 'string' ? `data:${mediaType};base64,${text}` : text)
}

function readReasoning({ text, providerOptions }: Fields): ContentBlock {
  const options = isFields(providerOptions) ? providerOptions['anthropic'] : undefined
  const { signature, redactedData } = isFields(options) ? options : {}
  if (typeof redactedData === 'string') return { type: 'redacted_thinking', data: redactedData }
  return {
    type: 'thinking',
    thinking: stringOf(text),
    ...(typeof signature === 'string' ? { signature } : {}),
  }
}

function readResult({ toolCallId, output }: Fields): ContentBlock {
  const { type, value } = isFields(output) ? output : { type: 'text', value: output }
  const parts = fieldsIn(value).flatMap((part): ContentBlock[] =>
    typeof part['text'] === 'string'
      ? [{ type: 'text', text: part['text'] }]
      : [readImage(part['data'] ?? part['url'], part['mediaType'])],
  )
  const content = type === 'content' ? parts : typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return {
    type: 'tool_result',
    tool_use_id: stringOf(toolCallId),
    content,
    ...(type === 'error-text' || type === 'error-json' ? { is_error: true } : {}),
  }
}
