import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { Api } from './api.ts'
import { callBlock, recordsOf, systemText, textBlocks } from './blocks.ts'

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
    const messages = recordsOf(body['messages'])
    return messages.length > 0 && messages.every(isMessage) && messages.some(hasBlocks)
  },
  read: (body) => ({
    system: systemText(body['system']),
    tools: recordsOf(fieldsAt(body, 'toolConfig')['tools']).map(
      (tool) => textOf(fieldsAt(tool, 'toolSpec')['name']) ?? 'unknown',
    ),
    messages: recordsOf(body['messages']).map(messageOf),
  }),
  isResponse: (response) => hasBlocks(fieldsAt(fieldsAt(response, 'output'), 'message')),
  answer: (response) => ({
    blocks: blocksOf(fieldsAt(fieldsAt(response, 'output'), 'message')['content']),
    usage: usageOf(fieldsAt(response, 'usage')),
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

function messageOf({ role, content }: Fields): Message {
  return { role: role === 'assistant' ? 'assistant' : 'user', content: [...blocksOf(content)] }
}

function blocksOf(content: unknown): readonly ContentBlock[] {
  return recordsOf(content).flatMap(blockOf)
}

function blockOf(block: Fields): readonly ContentBlock[] {
  const { text, toolUse, toolResult, reasoningContent, image, document } = block
  if (typeof text === 'string') return textBlocks(text)
  if (isRecord(toolUse))
    return [callBlock(textOf(toolUse['toolUseId']) ?? 'unknown', toolUse['name'], fieldsAt(toolUse, 'input'))]
  if (isRecord(toolResult)) return [resultOf(toolResult)]
  if (isRecord(reasoningContent)) return [reasoningOf(reasoningContent)]
  if (isRecord(image)) return [mediaOf('image', `image/${textOf(image['format']) ?? 'png'}`, image)]
  if (isRecord(document))
    return [mediaOf('document', `application/${textOf(document['format']) ?? 'pdf'}`, document)]
  // Marks of what is to be cached are nothing that is said.
  const kind = Object.keys(block).find((key) => key !== 'cachePoint' && isRecord(block[key]))
  return kind === undefined ? [] : [{ ...block, type: kind }]
}

function resultOf(result: Fields): ContentBlock {
  const blocks = recordsOf(result['content']).flatMap((part) =>
    'json' in part ? textBlocks(JSON.stringify(part['json'])) : blockOf(part),
  )
  const [only, ...more] = blocks
  return {
    type: 'tool_result',
    tool_use_id: textOf(result['toolUseId']) ?? 'unknown',
    content: only?.type === 'text' && more.length === 0 ? (textOf(only['text']) ?? '') : [...blocks],
    ...(result['status'] === 'error' ? { is_error: true } : {}),
  }
}

function reasoningOf(reasoning: Fields): ContentBlock {
  const { text, signature } = fieldsAt(reasoning, 'reasoningText')
  if (typeof text !== 'string') return { type: 'redacted_thinking', data: reasoning['redactedContent'] }
  return { type: 'thinking', thinking: text, ...(typeof signature === 'string' ? { signature } : {}) }
}

function mediaOf(type: 'image' | 'document', media: string, { source }: Fields): ContentBlock {
  const bytes = isRecord(source) ? textOf(source['bytes']) : null
  if (bytes === null) return { type, source: { type: 'unknown', media_type: media } }
  return { type, source: { type: 'base64', media_type: media, data: bytes } }
}

/** Its input is without the cached tokens. */
function usageOf(usage: Fields): RequestUsage {
  const [input, output] = [numberOf(usage['inputTokens']), numberOf(usage['outputTokens'])]
  if (input === null || output === null) return {}
  const [reads, writes] = [numberOf(usage['cacheReadInputTokens']), numberOf(usage['cacheWriteInputTokens'])]
  return {
    tokensIn: input,
    tokensOut: output,
    ...(reads === null ? {} : { cacheReads: reads }),
    ...(writes === null ? {} : { cacheWrites: writes }),
    isCacheApart: true,
  }
}
