import { createHash } from 'node:crypto'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { madeUp } from './blocks.ts'

/** A message that was sent or answered; the same object whenever it is sent again. */
export type Sent = Readonly<{ message: Message }>

export type KnownMessages = Readonly<{
  /** The messages of one request, in their order. */
  of(messages: readonly Message[]): readonly Sent[]
  /** The answer to a request that sent this. */
  answer(message: Message, history: readonly Sent[]): Sent
}>

/** Knows messages again by what they say, also where a client writes an answer back in another form. */
export function createKnownMessages(): KnownMessages {
  const known = new Map<string, Sent>()
  const keys = new Map<Sent, string>()
  let made = 0
  const makeLocalName = (id: string): string =>
    `${id.slice(madeUp.length).replace(/_\d+$/, '')}_${(made += 1)}`
  const find = (message: Message, times: Map<string, number>, names: Map<string, string>): Sent => {
    const key = buildMessageKey(message)
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    const own = `${key} ${time}`
    const found = known.get(own)
    if (found !== undefined) {
      pairIds(message, found.message, names)
      return found
    }
    const sent = { message: withNames(message, names, makeLocalName) }
    known.set(own, sent)
    keys.set(sent, key)
    return sent
  }
  return {
    of: (messages) => {
      const [times, names] = [new Map<string, number>(), new Map<string, string>()]
      return messages.map((message) => find(message, times, names))
    },
    answer: (message, history) => {
      const times = new Map<string, number>()
      for (const sent of history) {
        const key = keys.get(sent) ?? ''
        times.set(key, (times.get(key) ?? 0) + 1)
      }
      return find(message, times, new Map())
    },
  }
}

/** Logs that keep each message once give the same object again and again. */
const computed = new WeakMap<Message, string>()

function buildMessageKey(message: Message): string {
  const found = computed.get(message)
  if (found !== undefined) return found
  const key = computeKey(message)
  computed.set(message, key)
  return key
}

function computeKey({ role, content }: Message): string {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return createHash('sha1')
    .update(JSON.stringify([role, blocks.map(outlineBlock)]))
    .digest('base64')
}

/** What counts of a block: not the order of its keys, nor what only answers have. */
function outlineBlock(block: ContentBlock): unknown {
  switch (block.type) {
    case 'text':
      return ['text', block['text']]
    case 'tool_use':
      return ['call', withoutMadeUp(block['id']), block['name'], sortKeys(block['input'])]
    case 'tool_result': {
      const { content } = block
      const inside = Array.isArray(content)
        ? content.map((one: ContentBlock) => outlineBlock(one))
        : [['text', content ?? '']]
      return ['result', withoutMadeUp(block['tool_use_id']), inside, block['is_error'] === true]
    }
    default:
      return sortKeys(block)
  }
}

function withoutMadeUp(id: unknown): unknown {
  return typeof id === 'string' && id.startsWith(madeUp) ? '' : id
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)])
}

const idKeys = ['id', 'tool_use_id'] as const

/** Ids of a message that were made up, with those that it got when it was first seen. */
function pairIds({ content }: Message, first: Message, names: Map<string, string>): void {
  if (typeof content === 'string' || typeof first.content === 'string') return
  const blocks = first.content
  content.forEach((block, at) => {
    for (const key of idKeys) {
      const [id, name] = [block[key], blocks[at]?.[key]]
      if (typeof id === 'string' && id.startsWith(madeUp) && typeof name === 'string') names.set(id, name)
    }
  })
}

/** A message with ids that no other call of the log has in the place of those that were made up. */
function withNames(message: Message, names: Map<string, string>, nameOf: (id: string) => string): Message {
  const { content } = message
  if (typeof content === 'string' || !content.some(hasMadeUp)) return message
  const renamed = content.map((block) => {
    const own: Record<string, string> = {}
    for (const key of idKeys) {
      const id = block[key]
      if (typeof id !== 'string' || !id.startsWith(madeUp)) continue
      const name = names.get(id) ?? nameOf(id)
      names.set(id, name)
      own[key] = name
    }
    return { ...block, ...own }
  })
  return { ...message, content: renamed }
}

function hasMadeUp(block: ContentBlock): boolean {
  return idKeys.some((key) => toSafeString(block[key]).startsWith(madeUp))
}
