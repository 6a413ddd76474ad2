import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { argumentsOf } from '../gemini-cli/parts.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { sdkUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import { callBlock, mediaBlock, recordsOf, systemText, textBlocks, toolNames } from './blocks.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Parts that no other interface has. */
const ownPart = /^(?:tool-|dynamic-tool$|step-start$|source-|data-)/

/** The AI SDK: model messages, the `prompt` of its language models, and the messages of its user interfaces. */
export const aiSdk: Api = {
  isRequest: (body) => {
    if (Array.isArray(body['prompt'])) return recordsOf(body['prompt']).some(({ role }) => role !== undefined)
    return recordsOf(body['messages']).some((message) => partsOf(message).some(isOwnPart))
  },
  read: (body) => {
    const messages = recordsOf(body['prompt'] ?? body['messages'])
    const first = messages.findIndex(({ role }) => role !== 'system')
    const heads = first === -1 ? messages : messages.slice(0, first)
    const system = [systemText(body['system']), ...heads.map(({ content }) => systemText(content))]
    return {
      system: textOf(system.filter((text) => text !== null).join('\n')),
      tools: toolNames(body['tools']),
      messages: messages.slice(heads.length).flatMap(messagesOf),
    }
  },
  isResponse: (response) =>
    'finishReason' in response && ('content' in response || 'text' in response || 'toolCalls' in response),
  answer: (response) => {
    const { content, text, toolCalls, reasoningText, reasoning } = response
    const thinking = textOf(reasoningText) ?? textOf(reasoning)
    return {
      blocks: Array.isArray(content)
        ? recordsOf(content).flatMap(blocksOf)
        : [
            ...(thinking === null ? [] : [{ type: 'thinking' as const, thinking }]),
            ...textBlocks(text),
            ...recordsOf(toolCalls).flatMap((call) => blocksOf({ ...call, type: 'tool-call' })),
          ],
      usage: sdkUsage(response['usage']),
      modelId: textOf(fieldsAt(response, 'response')['modelId']) ?? textOf(response['modelId']),
    }
  },
  gather: () => null,
}

function partsOf({ content, parts }: Fields): readonly Fields[] {
  return recordsOf(Array.isArray(parts) ? parts : content)
}

function isOwnPart(part: Fields): boolean {
  return ownPart.test(stringOf(part['type'])) || (part['type'] === 'file' && 'mediaType' in part)
}

/** A message; what a user interface keeps of a call and its result in one part are two messages. */
function messagesOf(message: Fields): readonly Message[] {
  const { role, content } = message
  const isAnswer = role === 'assistant'
  const marks = role === 'system' ? { isBoilerplate: true } : {}
  if (typeof content === 'string' && !Array.isArray(message['parts']))
    return [{ role: isAnswer ? 'assistant' : 'user', content, ...marks }]
  const parts = partsOf(message)
  if (isAnswer) return stepsOf(parts).flatMap(stepMessages)
  return [{ role: 'user', content: parts.flatMap(blocksOf), ...marks }]
}

/** Each answer of the model begins a step; a user interface has all of them in one message. */
function stepsOf(parts: readonly Fields[]): readonly (readonly Fields[])[] {
  const steps: Fields[][] = [[]]
  for (const part of parts) {
    if (part['type'] === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  }
  const said = steps.filter((step) => step.length > 0)
  return said.length === 0 ? [[]] : said
}

function stepMessages(parts: readonly Fields[]): readonly Message[] {
  const own: Message = { role: 'assistant', content: parts.flatMap(blocksOf) }
  const results = parts.flatMap(resultInside)
  return results.length === 0 ? [own] : [own, { role: 'user', content: results }]
}

function blocksOf(part: Fields): readonly ContentBlock[] {
  const type = stringOf(part['type'])
  switch (type) {
    case 'text':
      return textBlocks(part['text'])
    case 'reasoning':
      return [{ type: 'thinking', thinking: textOf(part['text']) ?? '' }]
    case 'image':
    case 'file':
      return [fileBlock(part)]
    case 'tool-call':
      return [callOf(part, part['toolName'])]
    case 'tool-result':
      return [resultOf(part, part['output'] ?? part['result'])]
    case 'tool-invocation': {
      const call = fieldsAt(part, 'toolInvocation')
      return [callOf(call, call['toolName'])]
    }
    case 'dynamic-tool':
      return [callOf(part, part['toolName'])]
    case 'step-start':
      return []
    default: {
      if (type.startsWith('tool-') && 'toolCallId' in part) return [callOf(part, type.slice(5))]
      return typeof part['type'] === 'string' ? [{ ...part, type }] : []
    }
  }
}

function callOf(part: Fields, name: unknown): ContentBlock {
  return callBlock(textOf(part['toolCallId']) ?? 'unknown', name, argumentsOf(part['input'] ?? part['args']))
}

/** The result that a part of a user interface has beside its call. */
function resultInside(part: Fields): readonly ContentBlock[] {
  const type = stringOf(part['type'])
  if (type === 'tool-invocation') {
    const call = fieldsAt(part, 'toolInvocation')
    return 'result' in call ? [resultOf(call, call['result'])] : []
  }
  if (type === 'tool-call' || type === 'tool-result') return []
  if (!type.startsWith('tool-') && type !== 'dynamic-tool') return []
  if ('output' in part) return [resultOf(part, part['output'])]
  return typeof part['errorText'] === 'string'
    ? [resultOf(part, { type: 'error-text', value: part['errorText'] })]
    : []
}

function resultOf(part: Fields, output: unknown): ContentBlock {
  const isTyped = isRecord(output) && typeof output['type'] === 'string' && 'value' in output
  const value = isTyped ? output['value'] : output
  const isError = (isTyped && stringOf(output['type']).startsWith('error')) || part['isError'] === true
  return {
    type: 'tool_result',
    tool_use_id: textOf(part['toolCallId']) ?? 'unknown',
    content: contentOf(value, isTyped && output['type'] === 'content'),
    ...(isError ? { is_error: true } : {}),
  }
}

function contentOf(value: unknown, isContent: boolean): string | ContentBlock[] {
  if (typeof value === 'string') return value
  if (!isContent) return JSON.stringify(value ?? null)
  return recordsOf(value).flatMap((part) => {
    if (part['type'] === 'media' || part['type'] === 'image-data') return [fileBlock(part)]
    return blocksOf(part)
  })
}

function fileBlock(part: Fields): ContentBlock {
  const value = part['data'] ?? part['image'] ?? part['url']
  const media = textOf(part['mediaType']) ?? textOf(part['mimeType'])
  if (typeof value === 'string') return mediaBlock(value, media)
  const isImage = part['type'] === 'image' || media?.startsWith('image/') === true
  return { type: isImage ? 'image' : 'document', source: { type: 'unknown', media_type: media ?? '' } }
}
