import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { argumentsOf, type CallIds } from '../gemini-cli/parts.ts'
import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { unpricedTerms } from '../usage/pricing-terms.ts'
import { chatUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import {
  callBlock,
  createLocalIds,
  mediaBlock,
  recordsOf,
  systemText,
  textBlocks,
  toolNames,
} from './blocks.ts'

/** OpenAI's Chat Completions, which many vendors speak. */
export const chat: Api = {
  isRequest: (body) => {
    const messages = recordsOf(body['messages'])
    return messages.length > 0 && messages.every(({ role }) => typeof role === 'string')
  },
  read: (body) => {
    const messages = recordsOf(body['messages'])
    const first = messages.findIndex((message) => !isSystem(message))
    const ids = createLocalIds()
    const heads = first === -1 ? messages : messages.slice(0, first)
    return {
      system: textOf(heads.map(({ content }) => systemText(content) ?? '').join('\n')),
      tools: toolNames(body['tools'] ?? body['functions']),
      messages: messages.slice(heads.length).flatMap((message) => messageOf(message, ids)),
    }
  },
  isResponse: (response) =>
    recordsOf(response['choices']).length > 0 || (isRecord(response['message']) && 'done' in response),
  answer: (response) => {
    const [choice] = recordsOf(response['choices'])
    const message = fieldsAt(choice ?? response, 'message')
    return {
      blocks: answerBlocks(message, createLocalIds()),
      usage: { ...chatUsage(response['usage'] ?? ollamaFigures(response)), ...unpricedTerms(response) },
      modelId: textOf(response['model']),
    }
  },
  gather: (events) => {
    const chunks = events.filter((event) => Array.isArray(event['choices']))
    return chunks.length === 0 ? null : completionIn(chunks)
  },
}

function isSystem({ role }: Fields): boolean {
  return role === 'system' || role === 'developer'
}

function messageOf(message: Fields, ids: CallIds): readonly Message[] {
  const { role, content } = message
  switch (role) {
    case 'assistant':
      return [{ role: 'assistant', content: [...answerBlocks(message, ids)] }]
    case 'tool':
    case 'function': {
      const name = textOf(message['name']) ?? ''
      const id = textOf(message['tool_call_id']) ?? ids.ofResult(name, null)
      const result = typeof content === 'string' ? content : [...partBlocks(content)]
      return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] }]
    }
    default: {
      const own = typeof content === 'string' ? content : [...partBlocks(content)]
      return [{ role: 'user', content: own, ...(isSystem(message) ? { isBoilerplate: true } : {}) }]
    }
  }
}

/** Reasoning, words and calls of an answer. */
function answerBlocks(message: Fields, ids: CallIds): readonly ContentBlock[] {
  const { content, refusal, tool_calls: calls, function_call: call } = message
  const thinking = textOf(message['reasoning_content']) ?? textOf(message['reasoning'])
  return [
    ...(thinking === null ? [] : [{ type: 'thinking' as const, thinking }]),
    ...(typeof content === 'string' ? textBlocks(content) : partBlocks(content)),
    ...textBlocks(refusal),
    ...recordsOf(calls).map((one) => toolCall(one, ids)),
    ...(isRecord(call) ? [toolCall({ function: call }, ids)] : []),
  ]
}

function toolCall(call: Fields, ids: CallIds): ContentBlock {
  const own = fieldsAt(call, call['type'] === 'custom' ? 'custom' : 'function')
  const name = textOf(own['name']) ?? 'unknown'
  const input = call['type'] === 'custom' ? { input: own['input'] ?? '' } : argumentsOf(own['arguments'])
  return callBlock(textOf(call['id']) ?? ids.ofCall(name, null), name, input)
}

function partBlocks(content: unknown): readonly ContentBlock[] {
  return recordsOf(content).flatMap((part): readonly ContentBlock[] => {
    const { type, text, image_url: image, cache_control: _, ...rest } = part
    if (typeof text === 'string' && (type === 'text' || type === undefined)) return textBlocks(text)
    const url = isRecord(image) ? image['url'] : image
    if (typeof url === 'string') return [mediaBlock(url)]
    if (typeof type !== 'string') return []
    return [{ type, ...rest, ...(typeof text === 'string' ? { text } : {}) }]
  })
}

/** A response whose pieces came one by one. */
function completionIn(chunks: readonly Fields[]): Fields {
  const texts: Record<string, string> = {}
  const calls = new Map<number, { id: unknown; type: unknown; name: string; text: string }>()
  let usage: unknown
  let model: unknown
  for (const chunk of chunks) {
    if (isRecord(chunk['usage'])) ({ usage } = chunk)
    model ??= chunk['model']
    const choice = recordsOf(chunk['choices']).find(({ index }) => (index ?? 0) === 0)
    const delta = fieldsAt(choice ?? {}, 'delta')
    for (const key of ['content', 'reasoning_content', 'reasoning', 'refusal']) {
      const piece = textOf(delta[key])
      if (piece !== null) texts[key] = (texts[key] ?? '') + piece
    }
    const pieces: readonly Fields[] = isRecord(delta['function_call'])
      ? [{ function: delta['function_call'] }]
      : []
    for (const piece of [...recordsOf(delta['tool_calls']), ...pieces]) {
      const place = numberOf(piece['index']) ?? (calls.size || 1) - 1
      const known = calls.get(place) ?? { id: null, type: null, name: '', text: '' }
      const own = fieldsAt(piece, isRecord(piece['custom']) ? 'custom' : 'function')
      calls.set(place, {
        id: known.id ?? piece['id'],
        type: known.type ?? piece['type'],
        name: known.name || (textOf(own['name']) ?? ''),
        text: known.text + (textOf(own['arguments']) ?? textOf(own['input']) ?? ''),
      })
    }
  }
  const tool_calls = [...calls.values()].map(({ id, type, name, text }) =>
    type === 'custom'
      ? { id, type, custom: { name, input: text } }
      : { id, type, function: { name, arguments: text } },
  )
  return { choices: [{ message: { ...texts, tool_calls } }], usage, model }
}

function ollamaFigures({ prompt_eval_count, eval_count }: Fields): Fields {
  return { prompt_tokens: prompt_eval_count, completion_tokens: eval_count }
}
