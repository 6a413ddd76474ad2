import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readContentBlocks, buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'
import { withoutResponses, type Api } from './api.ts'
import { readSystemText } from './blocks.ts'

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
    const messages = findMessageList(body)
    return messages.length > 0 && messages.every((message) => unwrapMessage(message) !== null)
  },
  read: (body) => {
    const all = findMessageList(body).flatMap((message) => unwrapMessage(message) ?? [])
    const messages = all.filter(({ kind }) => kind !== 'remove')
    const first = messages.findIndex(({ kind }) => kind !== 'system')
    const heads = first === -1 ? messages : messages.slice(0, first)
    return {
      system: toTextOrNull(heads.map(({ fields }) => readSystemText(fields['content']) ?? '').join('\n')),
      tools: [],
      messages: messages.slice(heads.length).map(toMessage),
    }
  },
  ...withoutResponses,
}

function findMessageList(body: Fields): readonly Fields[] {
  const state = ['values', 'channel_values'].map((key) => readNestedFields(body, key)['messages'])
  return readRecordList([body['messages'], ...state].find(Array.isArray))
}

type Plain = Readonly<{ kind: string; fields: Fields }>

/** The kind of a message with its fields, whatever they are wrapped in; null for anything else. */
function unwrapMessage(message: Fields): Plain | null {
  const { lc, id, kwargs, type, data } = message
  if (lc !== undefined && Array.isArray(id) && isRecord(kwargs)) return buildPlainMessage(id.at(-1), kwargs)
  if (isRecord(data) && !('content' in message)) return buildPlainMessage(type, data)
  return 'role' in message ? null : buildPlainMessage(type, message)
}

function buildPlainMessage(name: unknown, fields: Fields): Plain | null {
  const kind = kinds.get(toTextOrNull(name) ?? '')
  return kind === undefined || !('content' in fields) ? null : { kind, fields }
}

function toMessage({ kind, fields }: Plain): Message {
  const { content } = fields
  switch (kind) {
    case 'ai':
      return { role: 'assistant', content: readAnswerBlocks(fields) }
    case 'tool': {
      const isError = fields['status'] === 'error' ? { is_error: true } : {}
      return {
        role: 'user',
        content: [buildToolResultBlock(fields['tool_call_id'] ?? fields['name'], content, isError)],
      }
    }
    case 'system':
      return { role: 'user', content: [...readContentBlocks(content)], isBoilerplate: true }
    default:
      return { role: 'user', content: [...readContentBlocks(content)] }
  }
}

/** Calls stand in a list of their own, and in the content too where the vendor has them there. */
function readAnswerBlocks(fields: Fields): ContentBlock[] {
  const calls = [
    ...readRecordList(fields['tool_calls']),
    ...readRecordList(fields['invalid_tool_calls']),
  ].map((call) => buildToolCallBlock(call['id'], call['name'], call['args']))
  const ofVendor = readRecordList(readNestedFields(fields, 'additional_kwargs')['tool_calls']).map((call) => {
    const { name, arguments: given } = readNestedFields(call, 'function')
    return buildToolCallBlock(call['id'], name, given)
  })
  const all = calls.length > 0 ? calls : ofVendor
  const said = readContentBlocks(fields['content']).filter(
    ({ type }) => all.length === 0 || type !== 'tool_use',
  )
  return [...said, ...all]
}
