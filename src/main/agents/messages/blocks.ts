import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { isRecord, parseJsonText, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'

/** Blocks of a content in any vendor's words: a text alone, or parts of it. */
export function readContentBlocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (Array.isArray(content))
    return content.flatMap((part) =>
      typeof part === 'string' ? readContentBlocks(part) : readPartBlocks(part),
    )
  return readPartBlocks(content)
}

/** A call of a tool, whose arguments may be written as text. */
export function buildToolCallBlock(id: unknown, name: unknown, given: unknown): ContentBlock {
  return {
    type: 'tool_use',
    id: toTextOrNull(id) ?? '',
    name: toTextOrNull(name) ?? '',
    input: readCallInput(given),
  }
}

/** The result of a call. */
export function buildToolResultBlock(id: unknown, content: unknown, more: Fields = {}): ContentBlock {
  return {
    type: 'tool_result',
    tool_use_id: toTextOrNull(id) ?? '',
    content: readResultContent(content),
    ...more,
  }
}

/** An image by its address, which may hold it. */
export function buildImageBlock(url: string): ContentBlock {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  const source =
    data === null ? { type: 'url', url } : { type: 'base64', media_type: data[1] ?? '', data: data[2] ?? '' }
  return { type: 'image', source }
}

/** Whether a block stands for what the server compacted: one without anything in it is an attempt that failed. */
export function isCompactionBlock({ type, content, encrypted_content: sealed }: Fields): boolean {
  return type === 'compaction' && [content, sealed].some((one) => toTextOrNull(one) !== null)
}

function readPartBlocks(part: unknown): readonly ContentBlock[] {
  if (!isRecord(part)) return []
  return typeof part['type'] === 'string' ? readTypedPart(part, part['type']) : readGeminiPart(part)
}

function readTypedPart(part: Fields, type: string): readonly ContentBlock[] {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return readContentBlocks(part['text'] ?? part['content'] ?? '')
    case 'refusal':
      return readContentBlocks(part['refusal'] ?? part['content'] ?? '')
    case 'reasoning':
    case 'reasoning_text':
      return readReasoning(part)
    case 'tool-call':
      return [buildToolCallBlock(part['toolCallId'], part['toolName'], part['input'] ?? part['args'])]
    case 'tool_call':
      return [buildToolCallBlock(part['id'], part['name'], part['arguments'] ?? part['args'])]
    case 'function_call':
    case 'custom_tool_call':
      return [
        buildToolCallBlock(part['call_id'] ?? part['id'], part['name'], part['arguments'] ?? part['input']),
      ]
    case 'tool-result':
      return [
        buildToolResultBlock(
          part['toolCallId'],
          unwrapToolOutput(part['output'] ?? part['result']),
          buildNameField(part['toolName']),
        ),
      ]
    case 'tool_call_response':
      return [
        buildToolResultBlock(part['id'], part['response'] ?? part['result'], buildNameField(part['name'])),
      ]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [buildToolResultBlock(part['call_id'], part['output'])]
    default:
      return readMediaPart(part, type)
  }
}

function readMediaPart(part: Fields, type: string): readonly ContentBlock[] {
  if (type === 'image_url' || type === 'input_image' || type === 'imageUrl') {
    const key = type === 'imageUrl' ? type : 'image_url'
    const url = toTextOrNull(part[key]) ?? toTextOrNull(readNestedFields(part, key)['url'])
    if (url !== null) return [buildImageBlock(url)]
  }
  if (type === 'uri') return [buildImageBlock(toTextOrNull(part['uri']) ?? '')]
  if (type === 'image' && Array.isArray(part['image_urls']))
    return part['image_urls'].filter((url) => typeof url === 'string').map(buildImageBlock)
  const data = toTextOrNull(part['data']) ?? toTextOrNull(part['image']) ?? toTextOrNull(part['content'])
  const media =
    toTextOrNull(part['mime_type']) ?? toTextOrNull(part['mediaType']) ?? toTextOrNull(part['mimeType'])
  if ((type === 'blob' || (type === 'image' && part['source'] === undefined)) && data !== null)
    return [buildImageBlock(data.startsWith('data:') ? data : `data:${media ?? 'image/png'};base64,${data}`)]
  // Blocks are loose: what nobody here knows is kept as it is.
  return [part as ContentBlock]
}

/** Parts of Gemini's have no type. */
function readGeminiPart(part: Fields): readonly ContentBlock[] {
  const call = part['functionCall'] ?? part['function_call']
  if (isRecord(call)) return [buildToolCallBlock(call['id'], call['name'], call['args'])]
  const response = part['functionResponse'] ?? part['function_response']
  if (isRecord(response)) {
    const { id, name, response: given } = response
    return [buildToolResultBlock(id, unwrapToolOutput(given), buildNameField(name))]
  }
  const inline = part['inlineData'] ?? part['inline_data']
  if (isRecord(inline)) {
    const media = toTextOrNull(inline['mimeType']) ?? toTextOrNull(inline['mime_type']) ?? 'image/png'
    return [buildImageBlock(`data:${media};base64,${toTextOrNull(inline['data']) ?? ''}`)]
  }
  const text = toTextOrNull(part['text']) ?? toTextOrNull(part['content'])
  if (text === null) return []
  return [part['thought'] === true ? { type: 'thinking', thinking: text } : { type: 'text', text }]
}

function readReasoning(part: Fields): readonly ContentBlock[] {
  const summary = [part['summary'], part['content']].filter(Array.isArray).flat()
  const texts = readContentBlocks(summary).flatMap((block) => toTextOrNull(block['text']) ?? [])
  const text = toTextOrNull(part['text']) ?? toTextOrNull(part['content']) ?? texts.join('\n\n')
  const signature =
    toTextOrNull(part['signature']) ?? toTextOrNull(readNestedFields(part, 'providerOptions')['signature'])
  const encrypted = toTextOrNull(part['encrypted_content'])
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

function buildNameField(name: unknown): Fields {
  const text = toTextOrNull(name)
  return text === null ? {} : { name: text }
}

/** What a tool gave, out of what the AI SDK and Gemini wrap it in. */
function unwrapToolOutput(output: unknown): unknown {
  if (!isRecord(output)) return output
  if (typeof output['type'] === 'string' && 'value' in output) return output['value']
  const [only, ...more] = Object.keys(output)
  return more.length === 0 && (only === 'output' || only === 'result') ? output[only] : output
}

function readResultContent(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  const isBlocks = Array.isArray(content) && content.length > 0 && content.every(isPart)
  return isBlocks ? [...readContentBlocks(content)] : JSON.stringify(content)
}

function isPart(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string'
}

/** The arguments of a call as an object, whatever they are written as. */
export function readCallInput(given: unknown): Fields {
  if (isRecord(given)) return given
  if (given === undefined || given === null || given === '') return {}
  if (typeof given !== 'string') return { raw: JSON.stringify(given) }
  const value = parseJsonText(given)
  return isRecord(value) ? value : { raw: given }
}
