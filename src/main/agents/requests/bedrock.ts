import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import type { Api } from './api.ts'
import { buildCallBlock, readSystemText, buildTextBlocks } from './blocks.ts'

/** What a block of content is, which has no type: the name of its one field. */
const blockKeys = [
  'text',
  'toolUse',
  'toolResult',
  'reasoningContent',
  'image',
  'document',
  'video',
  'cachePoint',
  'guardContent',
  'citationsContent',
]

/** Amazon Bedrock's Converse. */
export const bedrock: Api = {
  isRequest: (body) => {
    const messages = readRecordList(body['messages'])
    return messages.length > 0 && messages.every(isMessage) && messages.some(hasBlocks)
  },
  read: (body) => ({
    system: readSystemText(body['system']),
    tools: readRecordList(readNestedFields(body, 'toolConfig')['tools']).map(
      (tool) => toTextOrNull(readNestedFields(tool, 'toolSpec')['name']) ?? 'unknown',
    ),
    messages: readRecordList(body['messages']).map(readBedrockMessage),
  }),
  isResponse: (response) => hasBlocks(readNestedFields(response, 'output', 'message')),
  answer: (response) => ({
    blocks: readBlocks(readNestedFields(response, 'output', 'message')['content']),
    usage: readBedrockUsage(readNestedFields(response, 'usage')),
    modelId: null,
  }),
  gather: () => null,
}

function isMessage({ role, content }: Fields): boolean {
  return (role === 'user' || role === 'assistant') && Array.isArray(content) && content.every(isBlock)
}

function isBlock(block: unknown): boolean {
  return isRecord(block) && block['type'] === undefined && blockKeys.some((key) => key in block)
}

function hasBlocks({ content }: Fields): boolean {
  return Array.isArray(content) && content.some(isBlock)
}

function readBedrockMessage({ role, content }: Fields): Message {
  return { role: role === 'assistant' ? 'assistant' : 'user', content: [...readBlocks(content)] }
}

function readBlocks(content: unknown): readonly ContentBlock[] {
  return readRecordList(content).flatMap(readBlock)
}

function readBlock(block: Fields): readonly ContentBlock[] {
  const { text, toolUse, toolResult, reasoningContent, image, document } = block
  if (typeof text === 'string') return buildTextBlocks(text)
  if (isRecord(toolUse))
    return [
      buildCallBlock(
        toTextOrNull(toolUse['toolUseId']) ?? 'unknown',
        toolUse['name'],
        readNestedFields(toolUse, 'input'),
      ),
    ]
  if (isRecord(toolResult)) return [buildResult(toolResult)]
  if (isRecord(reasoningContent)) return [readReasoning(reasoningContent)]
  if (isRecord(image)) return [readMedia('image', `image/${toTextOrNull(image['format']) ?? 'png'}`, image)]
  if (isRecord(document))
    return [readMedia('document', `application/${toTextOrNull(document['format']) ?? 'pdf'}`, document)]
  // Marks of what is to be cached are nothing that is said.
  const kind = Object.keys(block).find((key) => key !== 'cachePoint' && isRecord(block[key]))
  return kind === undefined ? [] : [{ ...block, type: kind }]
}

function buildResult(result: Fields): ContentBlock {
  const blocks = readRecordList(result['content']).flatMap((part) =>
    'json' in part ? buildTextBlocks(JSON.stringify(part['json'])) : readBlock(part),
  )
  const [only, ...more] = blocks
  return {
    type: 'tool_result',
    tool_use_id: toTextOrNull(result['toolUseId']) ?? 'unknown',
    content: only?.type === 'text' && more.length === 0 ? (toTextOrNull(only['text']) ?? '') : [...blocks],
    ...(result['status'] === 'error' ? { is_error: true } : {}),
  }
}

function readReasoning(reasoning: Fields): ContentBlock {
  const { text, signature } = readNestedFields(reasoning, 'reasoningText')
  if (typeof text !== 'string') return { type: 'redacted_thinking', data: reasoning['redactedContent'] }
  return { type: 'thinking', thinking: text, ...(typeof signature === 'string' ? { signature } : {}) }
}

function readMedia(type: 'image' | 'document', media: string, { source }: Fields): ContentBlock {
  const bytes = isRecord(source) ? toTextOrNull(source['bytes']) : null
  if (bytes === null) return { type, source: { type: 'unknown', media_type: media } }
  return { type, source: { type: 'base64', media_type: media, data: bytes } }
}

/** Its input is without the cached tokens. */
function readBedrockUsage(usage: Fields): RequestUsage {
  const [input, output] = [toNumberOrNull(usage['inputTokens']), toNumberOrNull(usage['outputTokens'])]
  if (input === null || output === null) return {}
  const [reads, writes] = [
    toNumberOrNull(usage['cacheReadInputTokens']),
    toNumberOrNull(usage['cacheWriteInputTokens']),
  ]
  return {
    tokensIn: input,
    tokensOut: output,
    ...(reads === null ? {} : { cacheReads: reads }),
    ...(writes === null ? {} : { cacheWrites: writes }),
    isCacheApart: true,
  }
}
