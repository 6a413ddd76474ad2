import { createHash } from 'node:crypto'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import { readContentBlocks } from './blocks.ts'
import { readOpenAiChatMessage, isInstruction } from './read-open-ai-chat-message.ts'

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
export function readInputMessages(input: unknown): readonly Message[] {
  const value = parseJsonText(input)
  if (typeof value === 'string') return readMessageList([{ role: 'user', content: value }])
  if (Array.isArray(value)) return readMessageList(value)
  if (!isRecord(value)) return []
  for (const key of ['messages', 'contents', 'input', 'prompt']) {
    const held = parseJsonText(value[key])
    if (Array.isArray(held)) return readMessageList(held.flat())
    if (typeof held === 'string' && held !== '') return readInputMessages(held)
  }
  return toTextOrNull(value['role']) === null ? [] : readMessageList([value])
}

/** What a response holds in any vendor's words. */
export function readOutputMessages(output: unknown): readonly Message[] {
  const value = parseJsonText(output)
  if (typeof value === 'string')
    return value === '' ? [] : readMessageList([{ role: 'assistant', content: value }])
  if (Array.isArray(value)) return readMessageList(value.map(toAssistantMessage))
  if (!isRecord(value)) return []
  for (const key of ['choices', 'candidates', 'generations', 'output', 'messages']) {
    const held = value[key]
    if (!Array.isArray(held)) continue
    // Of several answers to one question the first is the one that goes on.
    const isChoice = key === 'choices' || key === 'candidates'
    return isChoice
      ? readOutputMessages(unwrapChoice(held[0]))
      : readMessageList(held.flat().map(toAssistantMessage))
  }
  return readMessageList([toAssistantMessage(unwrapChoice(value))])
}

function unwrapChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice
  const { message, content } = choice
  return isRecord(message) ? message : isRecord(content) ? content : choice
}

/** Messages of a list; results that name no call belong to the first open one of their tool. */
function readMessageList(list: readonly unknown[]): readonly Message[] {
  const first = list.findIndex((one) => isRecord(one) && !isInstruction(one))
  const open: OpenCalls = { calls: [], madeUp: new Map() }
  return (first === -1 ? [] : list.slice(first)).flatMap((one) => {
    const message = readPayloadMessage(one)
    if (message === null || typeof message.content === 'string') return message ?? []
    return { ...message, content: message.content.map((block) => pairBlock(block, open)) }
  })
}

function readPayloadMessage(value: unknown): Message | null {
  if (typeof value === 'string') return readOpenAiChatMessage({ role: 'user', content: value })
  if (!isRecord(value)) return null
  const role = toTextOrNull(value['role']) ?? toTextOrNull(value['type'])
  if (value['role'] === undefined) return readItemMessage(value)
  if (role === 'human') return readOpenAiChatMessage({ ...value, role: 'user' })
  if (role === 'ai') return readOpenAiChatMessage({ ...value, role: 'assistant' })
  if (role !== null && !roles.has(role)) return readOpenAiChatMessage({ ...value, role: 'tool', name: role })
  const message = readOpenAiChatMessage(value)
  const isResult =
    message !== null &&
    Array.isArray(message.content) &&
    message.content.some(({ type }) => type === 'tool_result')
  // Gemini's older bodies give results the role of a function.
  return isResult && message.role !== 'assistant' ? { ...message, role: 'user' } : message
}

/** Items of OpenAI's Responses stand alone: a call is no part of a message. */
function readItemMessage(item: Fields): Message | null {
  const { type } = item
  if (type === 'message' && item['role'] === undefined)
    return readOpenAiChatMessage({ ...item, role: 'assistant' })
  // An answer of the AI SDK may be a list of calls.
  const asCall =
    item['toolCallId'] === undefined || type !== undefined ? item : { ...item, type: 'tool-call' }
  const content = [...readContentBlocks([asCall])]
  if (content.length === 0) return null
  return { role: content.every(({ type: kind }) => kind === 'tool_result') ? 'user' : 'assistant', content }
}

type OpenCalls = {
  readonly calls: { readonly id: string; readonly name: string }[]
  /** How often each id was made up. */
  readonly madeUp: Map<string, number>
}

function pairBlock(block: ContentBlock, { calls, madeUp }: OpenCalls): ContentBlock {
  if (block.type === 'tool_use') {
    const id = toTextOrNull(block['id']) ?? makeUpCallId(block, madeUp)
    calls.push({ id, name: toSafeString(block['name']) })
    return { ...block, id }
  }
  if (block.type !== 'tool_result') return block
  const { name, ...result } = block
  const own = toTextOrNull(block['tool_use_id'])
  const at = calls.findIndex((call) => (own === null ? call.name === name : call.id === own))
  const call = at === -1 ? undefined : calls.splice(at, 1)[0]
  return { ...result, tool_use_id: own ?? call?.id ?? 'no call' }
}

/** An id that is the same wherever the call is written again; calls that say the same are numbered. */
function makeUpCallId({ name, input }: ContentBlock, madeUp: Map<string, number>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest('hex')
  const id = `${toSafeString(name)}-${hash.slice(0, 8)}`
  const count = (madeUp.get(id) ?? 0) + 1
  madeUp.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

function toAssistantMessage(value: unknown): unknown {
  if (typeof value === 'string') return { role: 'assistant', content: value }
  if (!isRecord(value) || value['role'] !== undefined) return value
  const { text, content, message, tool_calls: calls } = value
  if (isRecord(message))
    return toAssistantMessage({ role: 'assistant', ...readNestedFields(value, 'message') })
  if (value['type'] !== undefined && value['type'] !== 'message') return value
  if (content === undefined && text === undefined && calls === undefined) return value
  return { ...value, type: undefined, role: 'assistant', content: content ?? text ?? '' }
}

/** JSON that is written as text. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    const inner: unknown = parseJson(value)
    return inner
  } catch {
    return value
  }
}
