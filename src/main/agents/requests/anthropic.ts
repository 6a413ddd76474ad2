import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  readRecordList,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { isCompactionBlock } from '../messages/blocks.ts'
import { readAnthropicUsage, readCompactionUsage } from '../usage/read-anthropic-usage.ts'
import type { Api } from './api.ts'
import { readSystemText, readToolNames } from './blocks.ts'

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
    const messages = readRecordList(body['messages'])
    if (messages.length === 0 || !messages.every(isPlain)) return false
    return (
      'system' in body ||
      'anthropic_version' in body ||
      readRecordList(body['tools']).some((tool) => 'input_schema' in tool) ||
      messages.some(({ content }) =>
        readRecordList(content).some(({ type }) => ownBlocks.has(toSafeString(type))),
      ) ||
      /claude/i.test(toTextOrNull(body['model']) ?? '')
    )
  },
  read: (body) => {
    const messages = readRecordList(body['messages']).flatMap(readAnthropicMessages)
    const compacted = messages.findLastIndex(({ content }) => hasCompaction(content))
    return {
      system: readSystemText(body['system']),
      tools: readToolNames(body['tools']),
      // What stands before a compaction is left out by the server.
      messages: compacted > 0 ? messages.slice(compacted) : messages,
    }
  },
  isResponse: ({ role, content }) => role === 'assistant' && Array.isArray(content),
  answer: (response) => ({
    blocks: readUncachedBlocks(response['content']),
    usage: readAnthropicUsage(
      response['usage'],
      toTextOrNull(response['model']),
      readRecordList(response['content']).some(isCompactionBlock),
    ),
    modelId: toTextOrNull(response['model']),
    ...omitUnknown({ compaction: readCompactionUsage(response['usage']) }),
  }),
  gather: (events) => {
    const start = events.find(({ type }) => type === 'message_start')
    return start === undefined ? null : gatherMessage(readNestedFields(start, 'message'), events)
  },
}

/** Whether the server has replaced what stood before this message. */
export function hasCompaction(content: Message['content']): boolean {
  return typeof content !== 'string' && content.some(isCompactionBlock)
}

function isPlain({ role, content, tool_calls: calls }: Fields): boolean {
  return (
    (role === 'user' || role === 'assistant') &&
    calls === undefined &&
    (typeof content === 'string' || Array.isArray(content))
  )
}

function readAnthropicMessages({ role, content }: Fields): readonly Message[] {
  if (typeof role !== 'string') return []
  return [
    {
      role: role === 'assistant' ? 'assistant' : 'user',
      content: typeof content === 'string' ? content : [...readUncachedBlocks(content)],
      ...(role === 'system' || role === 'developer' ? { isBoilerplate: true } : {}),
    },
  ]
}

/** Blocks without the marks of what is to be cached, which move from request to request. */
function readUncachedBlocks(content: unknown): readonly ContentBlock[] {
  return readRecordList(content).flatMap((block): readonly ContentBlock[] => {
    const { cache_control: _, type, ...rest } = block
    if (typeof type !== 'string') return []
    const inner = rest['content']
    return [{ type, ...rest, ...(Array.isArray(inner) ? { content: [...readUncachedBlocks(inner)] } : {}) }]
  })
}

function gatherMessage(start: Fields, events: readonly Fields[]): Fields {
  const blocks = new Map<number, Record<string, unknown>>()
  const inputs = new Map<number, string>()
  let usage: Fields = readNestedFields(start, 'usage')
  for (const event of events) {
    const index = Number(event['index'] ?? 0)
    if (event['type'] === 'content_block_start' && isRecord(event['content_block']))
      blocks.set(index, { ...event['content_block'] })
    else if (event['type'] === 'content_block_delta')
      extendBlock(blocks.get(index), readNestedFields(event, 'delta'), (piece) =>
        inputs.set(index, (inputs.get(index) ?? '') + piece),
      )
    // Its figures are those of the whole, but for those that it leaves out.
    else if (event['type'] === 'message_delta')
      usage = { ...usage, ...selectFigures(readNestedFields(event, 'usage')) }
  }
  for (const [index, piece] of inputs)
    Object.assign(blocks.get(index) ?? {}, { input: parseCallInput(piece) })
  return { ...start, content: [...blocks.values()], usage }
}

function selectFigures(usage: Fields): Fields {
  return Object.fromEntries(Object.entries(usage).filter(([, figure]) => figure !== null))
}

/** Adds a piece of a block to it. */
function extendBlock(
  block: Record<string, unknown> | undefined,
  delta: Fields,
  addInput: (piece: string) => void,
): void {
  if (block === undefined) return
  const add = (key: string, piece: unknown): void => {
    if (typeof piece === 'string') block[key] = `${toTextOrNull(block[key]) ?? ''}${piece}`
  }
  if (typeof delta['partial_json'] === 'string') addInput(delta['partial_json'])
  for (const key of ['text', 'thinking', 'signature', 'content', 'encrypted_content']) add(key, delta[key])
}

function parseCallInput(text: string): unknown {
  if (text === '') return {}
  try {
    return parseJson(text)
  } catch {
    return { raw: text }
  }
}
