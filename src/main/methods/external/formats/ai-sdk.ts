import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import { toTextBlock, toToolResultBlock, toToolUseBlock, listBlocks } from '../../../kernel/history/blocks.ts'
import {
  selectFields,
  buildImageBlock,
  readImageUrl,
  isFields,
  makeInvalidMessage,
  splitRunsByKind,
  type ArmFormat,
  type Fields,
  type LeaveOut,
  type SentItem,
} from './format.ts'

/** The AI SDK's model messages: results stand in messages of the role `tool`, beside the name of their tool. */
export const aiSdkFormat: ArmFormat = {
  write: (messages, leave) => {
    const names = indexToolNames(messages)
    return messages.flatMap((message, source) =>
      toAiSdkItems(message, names, leave).map((item): SentItem => ({ item, source })),
    )
  },
  read: (item) => {
    if (!isFields(item)) return makeInvalidMessage(item)
    const { role, content } = item
    const own = typeof content === 'string' ? content : selectFields(content).flatMap(readPart)
    return {
      message: { role: role === 'tool' ? 'user' : toSafeString(role), content: own },
      joins: role === 'tool' || role === 'user',
    }
  },
}

function indexToolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) =>
    listBlocks(message).flatMap((block) => toToolUseBlock(block) ?? []),
  )
  return new Map(calls.map(({ id, name }) => [id, name]))
}

type Names = ReadonlyMap<string, string>

function toAiSdkItems(message: Message, names: Names, leave: LeaveOut): Fields[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  return splitRunsByKind(listBlocks(message), (block) => toToolResultBlock(block) !== undefined).flatMap(
    (run): Fields[] => {
      const isResults = run[0] !== undefined && toToolResultBlock(run[0]) !== undefined
      const parts = run.flatMap((block) =>
        isResults ? toResultParts(block, names, leave) : toAiSdkParts(block, leave),
      )
      return parts.length === 0 ? [] : [{ role: isResults ? 'tool' : role, content: parts }]
    },
  )
}

function toAiSdkParts(block: ContentBlock, leave: LeaveOut): Fields[] {
  const text = toTextBlock(block)
  if (text !== undefined) return [{ type: 'text', text: text.text }]
  const call = toToolUseBlock(block)
  if (call !== undefined)
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.input ?? {} }]
  const image = block.type === 'image' ? readImageUrl(block) : null
  if (image !== null) return [{ type: 'image', ...toImageFields(image) }]
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

function toImageFields(url: string): Fields {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data === null ? { image: url } : { image: data[2] ?? '', mediaType: data[1] ?? '' }
}

function toResultParts(block: ContentBlock, names: Names, leave: LeaveOut): Fields[] {
  const result = toToolResultBlock(block)
  if (result === undefined) return []
  const { tool_use_id: toolCallId, content = '', is_error } = result
  const toolName = names.get(toolCallId) ?? 'unknown'
  if (typeof content === 'string') {
    const type = is_error === true ? 'error-text' : 'text'
    return [{ type: 'tool-result', toolCallId, toolName, output: { type, value: content } }]
  }
  if (is_error === true) leave('error marks of results with several parts')
  const value = content.flatMap((inner): Fields[] => {
    const text = toTextBlock(inner)
    if (text !== undefined) return [{ type: 'text', text: text.text }]
    const url = inner.type === 'image' ? readImageUrl(inner) : null
    const { image, mediaType } = url === null ? {} : toImageFields(url)
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
      return [{ type: 'tool_use', id: toSafeString(toolCallId), name: toSafeString(toolName), input }]
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
  const text = toSafeString(data)
  return buildImageBlock(typeof mediaType === 'string' ? `data:${mediaType};base64,${text}` : text)
}

function readReasoning({ text, providerOptions }: Fields): ContentBlock {
  const options = isFields(providerOptions) ? providerOptions['anthropic'] : undefined
  const { signature, redactedData } = isFields(options) ? options : {}
  if (typeof redactedData === 'string') return { type: 'redacted_thinking', data: redactedData }
  return {
    type: 'thinking',
    thinking: toSafeString(text),
    ...(typeof signature === 'string' ? { signature } : {}),
  }
}

function readResult({ toolCallId, output }: Fields): ContentBlock {
  const { type, value } = isFields(output) ? output : { type: 'text', value: output }
  const parts = selectFields(value).flatMap((part): ContentBlock[] =>
    typeof part['text'] === 'string'
      ? [{ type: 'text', text: part['text'] }]
      : [readImage(part['data'] ?? part['url'], part['mediaType'])],
  )
  const content = type === 'content' ? parts : typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return {
    type: 'tool_result',
    tool_use_id: toSafeString(toolCallId),
    content,
    ...(type === 'error-text' || type === 'error-json' ? { is_error: true } : {}),
  }
}
