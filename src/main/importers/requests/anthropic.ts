import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { anthropicUsage } from '../usage/anthropic-usage.ts'
import type { Api } from './api.ts'
import { recordsOf, systemText, toolNames } from './blocks.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'

/** Blocks that only Anthropic's messages have. */
const ownBlocks = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'compaction',
])

/** Anthropic's Messages. */
export const anthropic: Api = {
  isRequest: (body) => {
    const messages = recordsOf(body['messages'])
    if (messages.length === 0 || !messages.every(isPlain)) return false
    return (
      'system' in body ||
      'anthropic_version' in body ||
      recordsOf(body['tools']).some((tool) => 'input_schema' in tool) ||
      messages.some(({ content }) => recordsOf(content).some(({ type }) => ownBlocks.has(stringOf(type)))) ||
      /claude/i.test(textOf(body['model']) ?? '')
    )
  },
  read: (body) => {
    const messages = recordsOf(body['messages']).flatMap(messageOf)
    const compacted = messages.findLastIndex(({ content }) => hasCompaction(content))
    return {
      system: systemText(body['system']),
      tools: toolNames(body['tools']),
      // What stands before a compaction is left out by the server.
      messages: compacted > 0 ? messages.slice(compacted) : messages,
    }
  },
  isResponse: ({ role, content }) => role === 'assistant' && Array.isArray(content),
  answer: (response) => ({
    blocks: blocksOf(response['content']),
    usage: anthropicUsage(response['usage']),
    modelId: textOf(response['model']),
  }),
  gather: (events) => {
    const start = events.find(({ type }) => type === 'message_start')
    return start === undefined ? null : messageIn(fieldsAt(start, 'message'), events)
  },
}

/** Whether the server has replaced what stood before this message. */
export function hasCompaction(content: Message['content']): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'compaction')
}

function isPlain({ role, content, tool_calls: calls }: Fields): boolean {
  return (
    (role === 'user' || role === 'assistant') &&
    calls === undefined &&
    (typeof content === 'string' || Array.isArray(content))
  )
}

function messageOf({ role, content }: Fields): readonly Message[] {
  if (typeof role !== 'string') return []
  return [
    {
      role: role === 'assistant' ? 'assistant' : 'user',
      content: typeof content === 'string' ? content : [...blocksOf(content)],
      ...(role === 'system' || role === 'developer' ? { isBoilerplate: true } : {}),
    },
  ]
}

/** Blocks without the marks of what is to be cached, which move from request to request. */
function blocksOf(content: unknown): readonly ContentBlock[] {
  return recordsOf(content).flatMap((block): readonly ContentBlock[] => {
    const { cache_control: _, type, ...rest } = block
    if (typeof type !== 'string') return []
    const inner = rest['content']
    return [{ type, ...rest, ...(Array.isArray(inner) ? { content: [...blocksOf(inner)] } : {}) }]
  })
}

function messageIn(start: Fields, events: readonly Fields[]): Fields {
  const blocks = new Map<number, Record<string, unknown>>()
  const inputs = new Map<number, string>()
  let usage: Fields = fieldsAt(start, 'usage')
  for (const event of events) {
    const index = Number(event['index'] ?? 0)
    if (event['type'] === 'content_block_start' && isRecord(event['content_block']))
      blocks.set(index, { ...event['content_block'] })
    else if (event['type'] === 'content_block_delta')
      extend(blocks.get(index), fieldsAt(event, 'delta'), (piece) =>
        inputs.set(index, (inputs.get(index) ?? '') + piece),
      )
    // Its figures are those of the whole, but for those that it leaves out.
    else if (event['type'] === 'message_delta') usage = { ...usage, ...figuresIn(fieldsAt(event, 'usage')) }
  }
  for (const [index, piece] of inputs) Object.assign(blocks.get(index) ?? {}, { input: inputOf(piece) })
  return { ...start, content: [...blocks.values()], usage }
}

function figuresIn(usage: Fields): Fields {
  return Object.fromEntries(Object.entries(usage).filter(([, figure]) => figure !== null))
}

/** Adds a piece of a block to it. */
function extend(
  block: Record<string, unknown> | undefined,
  delta: Fields,
  addInput: (piece: string) => void,
): void {
  if (block === undefined) return
  const add = (key: string, piece: unknown): void => {
    if (typeof piece === 'string') block[key] = `${textOf(block[key]) ?? ''}${piece}`
  }
  if (typeof delta['partial_json'] === 'string') addInput(delta['partial_json'])
  for (const key of ['text', 'thinking', 'signature', 'content']) add(key, delta[key])
}

function inputOf(text: string): unknown {
  if (text === '') return {}
  try {
    return parseJson(text)
  } catch {
    return { raw: text }
  }
}
