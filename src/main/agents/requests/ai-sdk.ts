import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import { readAnthropicUsage } from '../usage/read-anthropic-usage.ts'
import { readSdkUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import { buildCallBlock, buildMediaBlock, readSystemText, buildTextBlocks, readToolNames } from './blocks.ts'

/** Parts that no other interface has. */
const ownPart = /^(?:tool-|dynamic-tool$|step-start$|source-|data-)/

/** The AI SDK: model messages, the `prompt` of its language models, and the messages of its user interfaces. */
export const aiSdk: Api = {
  isRequest: (body) => {
    if (Array.isArray(body['prompt']))
      return readRecordList(body['prompt']).some(({ role }) => role !== undefined)
    return readRecordList(body['messages']).some((message) => readContentParts(message).some(isOwnPart))
  },
  read: (body) => {
    const messages = readRecordList(body['prompt'] ?? body['messages'])
    const first = messages.findIndex(({ role }) => role !== 'system')
    const heads = first === -1 ? messages : messages.slice(0, first)
    const system = [readSystemText(body['system']), ...heads.map(({ content }) => readSystemText(content))]
    return {
      system: toTextOrNull(system.filter((text) => text !== null).join('\n')),
      tools: readToolNames(body['tools']),
      messages: messages.slice(heads.length).flatMap(readSdkMessages),
    }
  },
  isResponse: (response) =>
    'finishReason' in response && ('content' in response || 'text' in response || 'toolCalls' in response),
  answer: (response) => {
    const { content, text, toolCalls, reasoningText, reasoning } = response
    const thinking = toTextOrNull(reasoningText) ?? toTextOrNull(reasoning)
    const modelId =
      toTextOrNull(readNestedFields(response, 'response')['modelId']) ?? toTextOrNull(response['modelId'])
    // The whole of what the vendor said.
    const ofAnthropic = readNestedFields(response, 'providerMetadata', 'anthropic')['usage']
    return {
      blocks: Array.isArray(content)
        ? readRecordList(content).flatMap(readPartBlocks)
        : [
            ...(thinking === null ? [] : [{ type: 'thinking' as const, thinking }]),
            ...buildTextBlocks(text),
            ...readRecordList(toolCalls).flatMap((call) => readPartBlocks({ ...call, type: 'tool-call' })),
          ],
      usage: isRecord(ofAnthropic)
        ? readAnthropicUsage(ofAnthropic, modelId)
        : readSdkUsage(response['usage']),
      modelId,
    }
  },
  gather: () => null,
}

function readContentParts({ content, parts }: Fields): readonly Fields[] {
  return readRecordList(Array.isArray(parts) ? parts : content)
}

function isOwnPart(part: Fields): boolean {
  return ownPart.test(toSafeString(part['type'])) || (part['type'] === 'file' && 'mediaType' in part)
}

/** A message; what a user interface keeps of a call and its result in one part are two messages. */
function readSdkMessages(message: Fields): readonly Message[] {
  const { role, content } = message
  const isAnswer = role === 'assistant'
  const marks = role === 'system' ? { isBoilerplate: true } : {}
  if (typeof content === 'string' && !Array.isArray(message['parts']))
    return [{ role: isAnswer ? 'assistant' : 'user', content, ...marks }]
  const parts = readContentParts(message)
  if (isAnswer) return splitSteps(parts).flatMap(buildStepMessages)
  return [{ role: 'user', content: parts.flatMap(readPartBlocks), ...marks }]
}

/** Each answer of the model begins a step; a user interface has all of them in one message. */
function splitSteps(parts: readonly Fields[]): readonly (readonly Fields[])[] {
  const steps: Fields[][] = [[]]
  for (const part of parts) {
    if (part['type'] === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  }
  const said = steps.filter((step) => step.length > 0)
  return said.length === 0 ? [[]] : said
}

function buildStepMessages(parts: readonly Fields[]): readonly Message[] {
  const own: Message = { role: 'assistant', content: parts.flatMap(readPartBlocks) }
  const results = parts.flatMap(readInnerResult)
  return results.length === 0 ? [own] : [own, { role: 'user', content: results }]
}

function readPartBlocks(part: Fields): readonly ContentBlock[] {
  const type = toSafeString(part['type'])
  switch (type) {
    case 'text':
      return buildTextBlocks(part['text'])
    case 'reasoning':
      return [{ type: 'thinking', thinking: toTextOrNull(part['text']) ?? '' }]
    case 'image':
    case 'file':
      return [buildFileBlock(part)]
    case 'tool-call':
      return [buildCall(part, part['toolName'])]
    case 'tool-result':
      return [buildResult(part, part['output'] ?? part['result'])]
    case 'tool-invocation': {
      const call = readNestedFields(part, 'toolInvocation')
      return [buildCall(call, call['toolName'])]
    }
    case 'dynamic-tool':
      return [buildCall(part, part['toolName'])]
    case 'step-start':
      return []
    default: {
      if (type.startsWith('tool-') && 'toolCallId' in part) return [buildCall(part, type.slice(5))]
      return typeof part['type'] === 'string' ? [{ ...part, type }] : []
    }
  }
}

function buildCall(part: Fields, name: unknown): ContentBlock {
  return buildCallBlock(
    toTextOrNull(part['toolCallId']) ?? 'unknown',
    name,
    readCallInput(part['input'] ?? part['args']),
  )
}

/** The result that a part of a user interface has beside its call. */
function readInnerResult(part: Fields): readonly ContentBlock[] {
  const type = toSafeString(part['type'])
  if (type === 'tool-invocation') {
    const call = readNestedFields(part, 'toolInvocation')
    return 'result' in call ? [buildResult(call, call['result'])] : []
  }
  if (type === 'tool-call' || type === 'tool-result') return []
  if (!type.startsWith('tool-') && type !== 'dynamic-tool') return []
  if ('output' in part) return [buildResult(part, part['output'])]
  return typeof part['errorText'] === 'string'
    ? [buildResult(part, { type: 'error-text', value: part['errorText'] })]
    : []
}

function buildResult(part: Fields, output: unknown): ContentBlock {
  const isTyped = isRecord(output) && typeof output['type'] === 'string' && 'value' in output
  const value = isTyped ? output['value'] : output
  const isError = (isTyped && toSafeString(output['type']).startsWith('error')) || part['isError'] === true
  return {
    type: 'tool_result',
    tool_use_id: toTextOrNull(part['toolCallId']) ?? 'unknown',
    content: readResultContent(value, isTyped && output['type'] === 'content'),
    ...(isError ? { is_error: true } : {}),
  }
}

function readResultContent(value: unknown, isContent: boolean): string | ContentBlock[] {
  if (typeof value === 'string') return value
  if (!isContent) return JSON.stringify(value ?? null)
  return readRecordList(value).flatMap((part) => {
    if (part['type'] === 'media' || part['type'] === 'image-data') return [buildFileBlock(part)]
    return readPartBlocks(part)
  })
}

function buildFileBlock(part: Fields): ContentBlock {
  const value = part['data'] ?? part['image'] ?? part['url']
  const media = toTextOrNull(part['mediaType']) ?? toTextOrNull(part['mimeType'])
  if (typeof value === 'string') return buildMediaBlock(value, media)
  const isImage = part['type'] === 'image' || media?.startsWith('image/') === true
  return { type: isImage ? 'image' : 'document', source: { type: 'unknown', media_type: media ?? '' } }
}
