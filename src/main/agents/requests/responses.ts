import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readRolloutItem } from '../codex/items.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readResponsesUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import { readSystemText, readToolNames } from './blocks.ts'

/** What tells a text to a model from one that is to be embedded or spoken. */
const textOptions = [
  'instructions',
  'stream',
  'store',
  'tools',
  'reasoning',
  'text',
  'max_output_tokens',
  'previous_response_id',
  'temperature',
]

/** OpenAI's Responses. */
export const responses: Api = {
  isRequest: (body) => {
    const { input } = body
    if ('messages' in body || 'voice' in body) return false
    if (typeof input === 'string')
      return typeof body['model'] === 'string' && textOptions.some((key) => key in body)
    const [first] = readRecordList(input)
    return first !== undefined && (typeof first['role'] === 'string' || typeof first['type'] === 'string')
  },
  read: (body) => {
    const items = readInputItems(body)
    const first = items.findIndex((item) => !isSystem(item))
    const heads = first === -1 ? items : items.slice(0, first)
    const system = [
      readSystemText(body['instructions']),
      ...heads.map(({ content }) => readSystemText(content)),
    ]
    return {
      system: toTextOrNull(system.filter((text) => text !== null).join('\n')),
      tools: readToolNames(body['tools']),
      messages: readItemMessages(items.slice(heads.length)),
    }
  },
  isResponse: ({ output, object }) => Array.isArray(output) && (object === 'response' || isOutput(output)),
  answer: (response) => ({
    blocks: readItemMessages(readRecordList(response['output'])).flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
    ),
    usage: readResponsesUsage(response['usage']),
    modelId: toTextOrNull(response['model']),
  }),
  gather: (events) => {
    const last = events.findLast(({ type }) =>
      /^response\.(?:completed|incomplete|failed)$/.test(toSafeString(type)),
    )
    const items = events.filter(({ type }) => type === 'response.output_item.done')
    if (last === undefined && items.length === 0) return null
    const response = readNestedFields(last ?? {}, 'response')
    const isWhole = readRecordList(response['output']).length > 0
    return { ...response, output: isWhole ? response['output'] : items.map(({ item }) => item) }
  },
}

/** Items of the input of a request; a text is one message. */
export function readInputItems({ input }: Fields): readonly Fields[] {
  return typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: input }]
    : readRecordList(input)
}

function isSystem({ type, role }: Fields): boolean {
  return (type === undefined || type === 'message') && (role === 'system' || role === 'developer')
}

function isOutput(output: readonly unknown[]): boolean {
  return output.some((item) => isRecord(item) && typeof item['type'] === 'string')
}

/** Messages of items; those of one answer are one message. */
function readItemMessages(items: readonly Fields[]): readonly Message[] {
  const messages: { role: string; content: ContentBlock[]; isAnswer: boolean; marks: object }[] = []
  const add = (role: string, blocks: readonly ContentBlock[], isAnswer: boolean, marks: object): void => {
    const last = messages.at(-1)
    if (isAnswer && last?.isAnswer === true) append(last.content, blocks)
    else messages.push({ role, content: [...blocks], isAnswer, marks })
  }
  items.forEach((item, at) => {
    // Clients may leave the type of messages out.
    const payload = item['type'] === undefined ? { ...item, type: 'message' } : item
    const own = readRolloutItem(payload, { own: `item_${at}`, call: null })
    switch (own.kind) {
      case 'answer':
        return add('assistant', own.blocks, true, {})
      case 'result':
        return add('user', [own.block], false, {})
      case 'input':
        return add(own.role, own.blocks, false, own.isBoilerplate ? { isBoilerplate: true } : {})
      case 'local':
        return isSystem(payload)
          ? add('user', [{ type: 'text', text: readSystemText(payload['content']) ?? '' }], false, {
              isBoilerplate: true,
            })
          : undefined
      case 'unknown': {
        const { type, ...rest } = payload
        return add('assistant', [{ type: toTextOrNull(type) ?? 'unknown', ...rest }], true, {})
      }
    }
  })
  return messages.map(({ role, content, marks }) => ({ role, content, ...marks }))
}
