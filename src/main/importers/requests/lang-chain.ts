import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf, callOf, resultOf } from '../messages/blocks.ts'
import { withoutResponses, type Api } from './api.ts'
import { recordsOf, systemText } from './blocks.ts'

/** Kinds of its messages, as they are written and as their classes are called. */
const kinds = new Map([
  ['human', 'human'],
  ['HumanMessage', 'human'],
  ['HumanMessageChunk', 'human'],
  ['ai', 'ai'],
  ['AIMessage', 'ai'],
  ['AIMessageChunk', 'ai'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['function', 'tool'],
  ['FunctionMessage', 'tool'],
  // An order to a graph, which is never sent.
  ['remove', 'remove'],
  ['RemoveMessage', 'remove'],
])

/** Messages of LangChain, and the state of a graph of LangGraph, in each form in which they are written. */
export const langChain: Api = {
  isRequest: (body) => {
    const messages = listIn(body)
    return messages.length > 0 && messages.every((message) => plainOf(message) !== null)
  },
  read: (body) => {
    const all = listIn(body).flatMap((message) => plainOf(message) ?? [])
    const messages = all.filter(({ kind }) => kind !== 'remove')
    const first = messages.findIndex(({ kind }) => kind !== 'system')
    const heads = first === -1 ? messages : messages.slice(0, first)
    return {
      system: textOf(heads.map(({ fields }) => systemText(fields['content']) ?? '').join('\n')),
      tools: [],
      messages: messages.slice(heads.length).map(messageOf),
    }
  },
  ...withoutResponses,
}

function listIn(body: Fields): readonly Fields[] {
  const state = ['values', 'channel_values'].map((key) => fieldsAt(body, key)['messages'])
  return recordsOf([body['messages'], ...state].find(Array.isArray))
}

type Plain = Readonly<{ kind: string; fields: Fields }>

/** The kind of a message with its fields, whatever they are wrapped in; null for anything else. */
function plainOf(message: Fields): Plain | null {
  const { lc, id, kwargs, type, data } = message
  if (lc !== undefined && Array.isArray(id) && isRecord(kwargs)) return plain(id.at(-1), kwargs)
  if (isRecord(data) && !('content' in message)) return plain(type, data)
  return 'role' in message ? null : plain(type, message)
}

function plain(name: unknown, fields: Fields): Plain | null {
  const kind = kinds.get(textOf(name) ?? '')
  return kind === undefined || !('content' in fields) ? null : { kind, fields }
}

function messageOf({ kind, fields }: Plain): Message {
  const { content } = fields
  switch (kind) {
    case 'ai':
      return { role: 'assistant', content: answerBlocks(fields) }
    case 'tool': {
      const isError = fields['status'] === 'error' ? { is_error: true } : {}
      return {
        role: 'user',
        content: [resultOf(fields['tool_call_id'] ?? fields['name'], content, isError)],
      }
    }
    case 'system':
      return { role: 'user', content: [...blocksOf(content)], isBoilerplate: true }
    default:
      return { role: 'user', content: [...blocksOf(content)] }
  }
}

/** Calls stand in a list of their own, and in the content too where the vendor has them there. */
function answerBlocks(fields: Fields): ContentBlock[] {
  const calls = [...recordsOf(fields['tool_calls']), ...recordsOf(fields['invalid_tool_calls'])].map((call) =>
    callOf(call['id'], call['name'], call['args']),
  )
  const ofVendor = recordsOf(fieldsAt(fields, 'additional_kwargs')['tool_calls']).map((call) => {
    const { name, arguments: given } = fieldsAt(call, 'function')
    return callOf(call['id'], name, given)
  })
  const all = calls.length > 0 ? calls : ofVendor
  const said = blocksOf(fields['content']).filter(({ type }) => all.length === 0 || type !== 'tool_use')
  return [...said, ...all]
}
