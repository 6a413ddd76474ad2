import { createHash } from 'node:crypto'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf } from './blocks.ts'
import { fromOpenAiChat, isInstruction } from './from-open-ai-chat.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

/** Roles that some message has; LangChain writes the name of a tool in place of one. */
const roles: ReadonlySet<string> = new Set([
  'user',
  'human',
  'assistant',
  'ai',
  'model',
  'tool',
  'function',
  'system',
  'developer',
])

/** What the body of a request holds in any vendor's words, without the instructions in front. */
export function messagesOfInput(input: unknown): readonly Message[] {
  const value = parsed(input)
  if (typeof value === 'string') return messagesOf([{ role: 'user', content: value }])
  if (Array.isArray(value)) return messagesOf(value)
  if (!isRecord(value)) return []
  for (const key of ['messages', 'contents', 'input', 'prompt']) {
    const held = parsed(value[key])
    if (Array.isArray(held)) return messagesOf(held.flat())
    if (typeof held === 'string' && held !== '') return messagesOfInput(held)
  }
  return textOf(value['role']) === null ? [] : messagesOf([value])
}

/** What a response holds in any vendor's words. */
export function messagesOfOutput(output: unknown): readonly Message[] {
  const value = parsed(output)
  if (typeof value === 'string')
    return value === '' ? [] : messagesOf([{ role: 'assistant', content: value }])
  if (Array.isArray(value)) return messagesOf(value.map(asAnswer))
  if (!isRecord(value)) return []
  for (const key of ['choices', 'candidates', 'generations', 'output', 'messages']) {
    const held = value[key]
    if (!Array.isArray(held)) continue
    // Of several answers to one question the first is the one that goes on.
    const isChoice = key === 'choices' || key === 'candidates'
    return isChoice ? messagesOfOutput(messageIn(held[0])) : messagesOf(held.flat().map(asAnswer))
  }
  return messagesOf([asAnswer(messageIn(value))])
}

function messageIn(choice: unknown): unknown {
  if (!isRecord(choice)) return choice
  const { message, content } = choice
  return isRecord(message) ? message : isRecord(content) ? content : choice
}

/** Messages of a list; results that name no call belong to the first open one of their tool. */
function messagesOf(list: readonly unknown[]): readonly Message[] {
  const first = list.findIndex((one) => isRecord(one) && !isInstruction(one))
  const open: OpenCalls = { calls: [], madeUp: new Map() }
  return (first === -1 ? [] : list.slice(first)).flatMap((one) => {
    const message = messageOf(one)
    if (message === null || typeof message.content === 'string') return message ?? []
    return { ...message, content: message.content.map((block) => paired(block, open)) }
  })
}

function messageOf(value: unknown): Message | null {
  if (typeof value === 'string') return fromOpenAiChat({ role: 'user', content: value })
  if (!isRecord(value)) return null
  const role = textOf(value['role']) ?? textOf(value['type'])
  if (value['role'] === undefined) return itemMessage(value)
  if (role === 'human') return fromOpenAiChat({ ...value, role: 'user' })
  if (role === 'ai') return fromOpenAiChat({ ...value, role: 'assistant' })
  if (role !== null && !roles.has(role)) return fromOpenAiChat({ ...value, role: 'tool', name: role })
  const message = fromOpenAiChat(value)
  const isResult =
    message !== null &&
    Array.isArray(message.content) &&
    message.content.some(({ type }) => type === 'tool_result')
  // Gemini's older bodies give results the role of a function.
  return isResult && message.role !== 'assistant' ? { ...message, role: 'user' } : message
}

/** Items of OpenAI's Responses stand alone: a call is no part of a message. */
function itemMessage(item: Fields): Message | null {
  const { type } = item
  if (type === 'message' && item['role'] === undefined) return fromOpenAiChat({ ...item, role: 'assistant' })
  // An answer of the AI SDK may be a list of calls.
  const asCall =
    item['toolCallId'] === undefined || type !== undefined ? item : { ...item, type: 'tool-call' }
  const content = [...blocksOf([asCall])]
  if (content.length === 0) return null
  return { role: content.every(({ type: kind }) => kind === 'tool_result') ? 'user' : 'assistant', content }
}

type OpenCalls = {
  readonly calls: { readonly id: string; readonly name: string }[]
  /** How often each id was made up. */
  readonly madeUp: Map<string, number>
}

function paired(block: ContentBlock, { calls, madeUp }: OpenCalls): ContentBlock {
  if (block.type === 'tool_use') {
    const id = textOf(block['id']) ?? madeUpId(block, madeUp)
    calls.push({ id, name: stringOf(block['name']) })
    return { ...block, id }
  }
  if (block.type !== 'tool_result') return block
  const { name, ...result } = block
  const own = textOf(block['tool_use_id'])
  const at = calls.findIndex((call) => (own === null ? call.name === name : call.id === own))
  const call = at === -1 ? undefined : calls.splice(at, 1)[0]
  return { ...result, tool_use_id: own ?? call?.id ?? 'no call' }
}

/** An id that is the same wherever the call is written again; calls that say the same are numbered. */
function madeUpId({ name, input }: ContentBlock, madeUp: Map<string, number>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest('hex')
  const id = `${stringOf(name)}-${hash.slice(0, 8)}`
  const count = (madeUp.get(id) ?? 0) + 1
  madeUp.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

function asAnswer(value: unknown): unknown {
  if (typeof value === 'string') return { role: 'assistant', content: value }
  if (!isRecord(value) || value['role'] !== undefined) return value
  const { text, content, message, tool_calls: calls } = value
  if (isRecord(message)) return asAnswer({ role: 'assistant', ...fieldsAt(value, 'message') })
  if (value['type'] !== undefined && value['type'] !== 'message') return value
  if (content === undefined && text === undefined && calls === undefined) return value
  return { ...value, type: undefined, role: 'assistant', content: content ?? text ?? '' }
}

/** JSON that is written as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    const inner: unknown = parseJson(value)
    return inner
  } catch {
    return value
  }
}
