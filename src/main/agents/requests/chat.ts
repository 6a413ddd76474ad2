import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { CallIds } from '../gemini-cli/parts.ts'
import {
  isRecord,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { readCallInput } from '../messages/blocks.ts'
import { readChatUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import {
  buildCallBlock,
  createLocalIds,
  buildMediaBlock,
  readSystemText,
  buildTextBlocks,
  readToolNames,
} from './blocks.ts'

/** OpenAI's Chat Completions, which many vendors speak. */
export const chat: Api = {
  isRequest: (body) => {
    const messages = readRecordList(body['messages'])
    return messages.length > 0 && messages.every(({ role }) => typeof role === 'string')
  },
  read: (body) => {
    const messages = readRecordList(body['messages'])
    const first = messages.findIndex((message) => !isSystem(message))
    const ids = createLocalIds()
    const heads = first === -1 ? messages : messages.slice(0, first)
    return {
      system: toTextOrNull(heads.map(({ content }) => readSystemText(content) ?? '').join('\n')),
      tools: readToolNames(body['tools'] ?? body['functions']),
      messages: messages.slice(heads.length).flatMap((message) => readChatMessages(message, ids)),
    }
  },
  isResponse: (response) =>
    readRecordList(response['choices']).length > 0 || (isRecord(response['message']) && 'done' in response),
  answer: (response) => {
    const [choice] = readRecordList(response['choices'])
    const message = readNestedFields(choice ?? response, 'message')
    return {
      blocks: readAnswerBlocks(message, createLocalIds()),
      usage: readChatUsage(response['usage'] ?? readOllamaFigures(response)),
      modelId: toTextOrNull(response['model']),
    }
  },
  gather: (events) => {
    const chunks = events.filter((event) => Array.isArray(event['choices']))
    return chunks.length === 0 ? null : joinCompletion(chunks)
  },
}

function isSystem({ role }: Fields): boolean {
  return role === 'system' || role === 'developer'
}

function readChatMessages(message: Fields, ids: CallIds): readonly Message[] {
  const { role, content } = message
  switch (role) {
    case 'assistant':
      return [{ role: 'assistant', content: [...readAnswerBlocks(message, ids)] }]
    case 'tool':
    case 'function': {
      const name = toTextOrNull(message['name']) ?? ''
      const id = toTextOrNull(message['tool_call_id']) ?? ids.ofResult(name, null)
      const result = typeof content === 'string' ? content : [...readPartBlocks(content)]
      return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] }]
    }
    default: {
      const own = typeof content === 'string' ? content : [...readPartBlocks(content)]
      return [{ role: 'user', content: own, ...(isSystem(message) ? { isBoilerplate: true } : {}) }]
    }
  }
}

/** Reasoning, words and calls of an answer. */
function readAnswerBlocks(message: Fields, ids: CallIds): readonly ContentBlock[] {
  const { content, refusal, tool_calls: calls, function_call: call } = message
  const thinking = toTextOrNull(message['reasoning_content']) ?? toTextOrNull(message['reasoning'])
  return [
    ...(thinking === null ? [] : [{ type: 'thinking' as const, thinking }]),
    ...(typeof content === 'string' ? buildTextBlocks(content) : readPartBlocks(content)),
    ...buildTextBlocks(refusal),
    ...readRecordList(calls).map((one) => buildToolCall(one, ids)),
    ...(isRecord(call) ? [buildToolCall({ function: call }, ids)] : []),
  ]
}

function buildToolCall(call: Fields, ids: CallIds): ContentBlock {
  const own = readNestedFields(call, call['type'] === 'custom' ? 'custom' : 'function')
  const name = toTextOrNull(own['name']) ?? 'unknown'
  const input = call['type'] === 'custom' ? { input: own['input'] ?? '' } : readCallInput(own['arguments'])
  return buildCallBlock(toTextOrNull(call['id']) ?? ids.ofCall(name, null), name, input)
}

function readPartBlocks(content: unknown): readonly ContentBlock[] {
  return readRecordList(content).flatMap((part): readonly ContentBlock[] => {
    const { type, text, image_url: image, cache_control: _, ...rest } = part
    if (typeof text === 'string' && (type === 'text' || type === undefined)) return buildTextBlocks(text)
    const url = isRecord(image) ? image['url'] : image
    if (typeof url === 'string') return [buildMediaBlock(url)]
    if (typeof type !== 'string') return []
    return [{ type, ...rest, ...(typeof text === 'string' ? { text } : {}) }]
  })
}

/** A response whose pieces came one by one. */
function joinCompletion(chunks: readonly Fields[]): Fields {
  const texts: Record<string, string> = {}
  const calls = new Map<number, { id: unknown; type: unknown; name: string; text: string }>()
  let usage: unknown
  let model: unknown
  let tier: unknown
  for (const chunk of chunks) {
    if (isRecord(chunk['usage'])) ({ usage } = chunk)
    model ??= chunk['model']
    tier = chunk['service_tier'] ?? tier
    const choice = readRecordList(chunk['choices']).find(({ index }) => (index ?? 0) === 0)
    const delta = readNestedFields(choice ?? {}, 'delta')
    for (const key of ['content', 'reasoning_content', 'reasoning', 'refusal']) {
      const piece = toTextOrNull(delta[key])
      if (piece !== null) texts[key] = (texts[key] ?? '') + piece
    }
    const pieces: readonly Fields[] = isRecord(delta['function_call'])
      ? [{ function: delta['function_call'] }]
      : []
    for (const piece of [...readRecordList(delta['tool_calls']), ...pieces]) {
      const place = toNumberOrNull(piece['index']) ?? (calls.size || 1) - 1
      const known = calls.get(place) ?? { id: null, type: null, name: '', text: '' }
      const own = readNestedFields(piece, isRecord(piece['custom']) ? 'custom' : 'function')
      calls.set(place, {
        id: known.id ?? piece['id'],
        type: known.type ?? piece['type'],
        name: known.name || (toTextOrNull(own['name']) ?? ''),
        text: known.text + (toTextOrNull(own['arguments']) ?? toTextOrNull(own['input']) ?? ''),
      })
    }
  }
  const tool_calls = [...calls.values()].map(({ id, type, name, text }) =>
    type === 'custom'
      ? { id, type, custom: { name, input: text } }
      : { id, type, function: { name, arguments: text } },
  )
  return { choices: [{ message: { ...texts, tool_calls } }], usage, model, service_tier: tier }
}

function readOllamaFigures({ prompt_eval_count, eval_count }: Fields): Fields {
  return { prompt_tokens: prompt_eval_count, completion_tokens: eval_count }
}
