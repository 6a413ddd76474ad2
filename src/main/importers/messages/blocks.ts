import type { ContentBlock } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

/** Blocks of a content in any vendor's words: a text alone, or parts of it. */
export function blocksOf(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (Array.isArray(content))
    return content.flatMap((part) => (typeof part === 'string' ? blocksOf(part) : partsOf(part)))
  return partsOf(content)
}

/** A call of a tool, whose arguments may be written as text. */
export function callOf(id: unknown, name: unknown, given: unknown): ContentBlock {
  return { type: 'tool_use', id: textOf(id) ?? '', name: textOf(name) ?? '', input: inputOf(given) }
}

/** The result of a call. */
export function resultOf(id: unknown, content: unknown, more: Fields = {}): ContentBlock {
  return { type: 'tool_result', tool_use_id: textOf(id) ?? '', content: resultContent(content), ...more }
}

/** An image by its address, which may hold it. */
export function imageOf(url: string): ContentBlock {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  const source =
    data === null ? { type: 'url', url } : { type: 'base64', media_type: data[1] ?? '', data: data[2] ?? '' }
  return { type: 'image', source }
}

function partsOf(part: unknown): readonly ContentBlock[] {
  if (!isRecord(part)) return []
  return typeof part['type'] === 'string' ? typedPart(part, part['type']) : geminiPart(part)
}

function typedPart(part: Fields, type: string): readonly ContentBlock[] {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return blocksOf(part['text'] ?? part['content'] ?? '')
    case 'refusal':
      return blocksOf(part['refusal'] ?? part['content'] ?? '')
    case 'reasoning':
    case 'reasoning_text':
      return reasoningOf(part)
    case 'tool-call':
      return [callOf(part['toolCallId'], part['toolName'], part['input'] ?? part['args'])]
    case 'tool_call':
      return [callOf(part['id'], part['name'], part['arguments'] ?? part['args'])]
    case 'function_call':
    case 'custom_tool_call':
      return [callOf(part['call_id'] ?? part['id'], part['name'], part['arguments'] ?? part['input'])]
    case 'tool-result':
      return [
        resultOf(part['toolCallId'], outputOf(part['output'] ?? part['result']), named(part['toolName'])),
      ]
    case 'tool_call_response':
      return [resultOf(part['id'], part['response'] ?? part['result'], named(part['name']))]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [resultOf(part['call_id'], part['output'])]
    default:
      return mediaPart(part, type)
  }
}

function mediaPart(part: Fields, type: string): readonly ContentBlock[] {
  if (type === 'image_url' || type === 'input_image' || type === 'imageUrl') {
    const key = type === 'imageUrl' ? type : 'image_url'
    const url = textOf(part[key]) ?? textOf(fieldsAt(part, key)['url'])
    if (url !== null) return [imageOf(url)]
  }
  if (type === 'uri') return [imageOf(textOf(part['uri']) ?? '')]
  if (type === 'image' && Array.isArray(part['image_urls']))
    return part['image_urls'].filter((url) => typeof url === 'string').map(imageOf)
  const data = textOf(part['data']) ?? textOf(part['image']) ?? textOf(part['content'])
  const media = textOf(part['mime_type']) ?? textOf(part['mediaType']) ?? textOf(part['mimeType'])
  if ((type === 'blob' || (type === 'image' && part['source'] === undefined)) && data !== null)
    return [imageOf(data.startsWith('data:') ? data : `data:${media ?? 'image/png'};base64,${data}`)]
  // Blocks are loose: what nobody here knows is kept as it is.
  return [part as ContentBlock]
}

/** Parts of Gemini's have no type. */
function geminiPart(part: Fields): readonly ContentBlock[] {
  const call = part['functionCall'] ?? part['function_call']
  if (isRecord(call)) return [callOf(call['id'], call['name'], call['args'])]
  const response = part['functionResponse'] ?? part['function_response']
  if (isRecord(response)) {
    const { id, name, response: given } = response
    return [resultOf(id, outputOf(given), named(name))]
  }
  const inline = part['inlineData'] ?? part['inline_data']
  if (isRecord(inline)) {
    const media = textOf(inline['mimeType']) ?? textOf(inline['mime_type']) ?? 'image/png'
    return [imageOf(`data:${media};base64,${textOf(inline['data']) ?? ''}`)]
  }
  const text = textOf(part['text']) ?? textOf(part['content'])
  if (text === null) return []
  return [part['thought'] === true ? { type: 'thinking', thinking: text } : { type: 'text', text }]
}

function reasoningOf(part: Fields): readonly ContentBlock[] {
  const summary = [part['summary'], part['content']].filter(Array.isArray).flat()
  const texts = blocksOf(summary).flatMap((block) => textOf(block['text']) ?? [])
  const text = textOf(part['text']) ?? textOf(part['content']) ?? texts.join('\n\n')
  const signature = textOf(part['signature']) ?? textOf(fieldsAt(part, 'providerOptions')['signature'])
  const encrypted = textOf(part['encrypted_content'])
  if (text === '' && encrypted === null) return []
  if (text === '') return [{ type: 'reasoning', encrypted_content: encrypted }]
  return [
    {
      type: 'thinking',
      thinking: text,
      ...(signature === null ? {} : { signature }),
      ...(encrypted === null ? {} : { encrypted_content: encrypted }),
    },
  ]
}

function named(name: unknown): Fields {
  const text = textOf(name)
  return text === null ? {} : { name: text }
}

/** What a tool gave, out of what the AI SDK and Gemini wrap it in. */
function outputOf(output: unknown): unknown {
  if (!isRecord(output)) return output
  if (typeof output['type'] === 'string' && 'value' in output) return output['value']
  const [only, ...more] = Object.keys(output)
  return more.length === 0 && (only === 'output' || only === 'result') ? output[only] : output
}

function resultContent(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  const isBlocks = Array.isArray(content) && content.length > 0 && content.every(isPart)
  return isBlocks ? [...blocksOf(content)] : JSON.stringify(content)
}

function isPart(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string'
}

function inputOf(given: unknown): unknown {
  if (isRecord(given)) return given
  if (given === undefined || given === null || given === '') return {}
  if (typeof given !== 'string') return { raw: JSON.stringify(given) }
  try {
    const value: unknown = parseJson(given)
    return isRecord(value) ? value : { raw: given }
  } catch {
    return { raw: given }
  }
}
