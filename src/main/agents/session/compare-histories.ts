import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Entry } from './entry-order.ts'

/** A message that was sent or answered, with what it says to the byte. */
export type KnownMessage = { readonly entry: Entry; readonly exact: string }

/** How a history differs from what would have followed. */
export type Comparison = {
  /** For each message the one that it was before; null where it is new. */
  readonly partners: readonly (KnownMessage | null)[]
  /** What was done to the history; null where it grew, or went back to an earlier place. */
  readonly kind: 'summary' | 'truncation' | 'clearing' | null
  /** Where the summary stands among the messages; -1 where there is none. */
  readonly summary: number
  /** From here on the messages are new. */
  readonly grownFrom: number
}

/** How summaries begin that agents put in place of a history. */
const summaryWords = /summar|continued from|previous conversation|compact|condens|so far/i

/** A message in front that is as long as this and takes the place of longer ones is a summary. */
const leastSummary = 400

/** What would have been sent: `sent` of it was sent before, the rest is the last answer. */
export type Expected = { readonly known: readonly KnownMessage[]; readonly sent: number }

/**
 * Compares what a request sent with what the one before it sent and got. `isLasting` tells of a message whether it is
 * remarked when it is gone.
 */
export function compareHistories(
  { known: current, sent }: Expected,
  messages: readonly Message[],
  isLasting: (message: Message) => boolean,
): Comparison {
  const partners = pairBySense(current, messages)
  const used = new Set(partners.filter((partner) => partner !== null))
  pairGaps(current, messages, { partners, used })
  const before = current.slice(0, sent)
  const gone = new Set(before.filter((known) => !used.has(known) && isSaying(known, isLasting)))
  const grownFrom = partners.findLastIndex((partner) => partner !== null) + 1
  const nothing = { partners, kind: null, summary: -1, grownFrom }
  if (gone.size === 0) {
    const old = new Set(before)
    const isClearing = partners.some((partner, at) => {
      const message = messages[at]
      return (
        partner !== null &&
        message !== undefined &&
        old.has(partner) &&
        isCleared(partner.entry.message, message)
      )
    })
    return isClearing ? { ...nothing, kind: 'clearing' } : nothing
  }
  const inside = partners.findIndex((partner, at) => partner === null && at < grownFrom)
  if (inside !== -1) return { ...nothing, kind: 'summary', summary: inside }
  const isFollowed =
    current.findLastIndex((known) => used.has(known)) > current.findIndex((known) => gone.has(known))
  if (isFollowed) return { ...nothing, kind: 'truncation' }
  // The end is gone: either a summary took its place, or the conversation went back and on from there.
  const next = messages[grownFrom]
  return next !== undefined && isSummaryFor(next, gone, grownFrom)
    ? { ...nothing, kind: 'summary', summary: grownFrom, grownFrom: grownFrom + 1 }
    : nothing
}

type Pairs = { readonly partners: (KnownMessage | null)[]; readonly used: Set<KnownMessage> }

/** Pairs messages that say the same, in order; one that was rewritten where it stands is not looked for further on. */
function pairBySense(
  current: readonly KnownMessage[],
  messages: readonly Message[],
): (KnownMessage | null)[] {
  const had = current.map(({ entry }) => buildMessageSense(entry.message))
  const has = messages.map(buildMessageSense)
  const places = new Map<string, number[]>()
  for (const [at, sense] of had.entries()) {
    const own = places.get(sense) ?? []
    own.push(at)
    places.set(sense, own)
  }
  const cursors = new Map<string, number>()
  let from = 0
  return messages.map((message, at) => {
    const sense = has[at] ?? ''
    const here = current[from]
    const isHere = had[from] === sense
    if (!isHere && here !== undefined && isRewrittenHere(here, message, had[from + 1] === has[at + 1])) {
      from += 1
      return null
    }
    const own = places.get(sense) ?? []
    let next = cursors.get(sense) ?? 0
    while (next < own.length && (own[next] ?? 0) < from) next += 1
    cursors.set(sense, next)
    const found = own[next]
    if (found === undefined) return null
    from = found + 1
    return current[found] ?? null
  })
}

function isRewrittenHere(known: KnownMessage, message: Message, isNextSame: boolean): boolean {
  const { message: old } = known.entry
  const slot = buildCallSlot(message)
  return old.role === message.role && slot === buildCallSlot(old) && (slot !== null || isNextSame)
}

/** Pairs what stands between the same neighbours: a result with that of its call, else one by one where the roles agree. */
function pairGaps(current: readonly KnownMessage[], messages: readonly Message[], pairs: Pairs): void {
  const placeOf = new Map(current.map((known, at) => [known, at]))
  let [at, from] = [0, 0]
  while (at < messages.length) {
    const start = at
    while (at < messages.length && pairs.partners[at] === null) at += 1
    const next = pairs.partners[at] ?? null
    const until = next === null ? current.length : (placeOf.get(next) ?? current.length)
    const gap = { messages, from: start, end: at, isEnclosed: next !== null }
    if (start < at) pairGap(current.slice(from, until), gap, pairs)
    from = until + 1
    at += 1
  }
}

type Gap = {
  readonly messages: readonly Message[]
  readonly from: number
  readonly end: number
  /** Whether a message follows that was there before. */
  readonly isEnclosed: boolean
}

function pairGap(old: readonly KnownMessage[], gap: Gap, { partners, used }: Pairs): void {
  const { messages, from, end, isEnclosed } = gap
  const bySlot = new Map(
    old.flatMap((known) => {
      const slot = buildCallSlot(known.entry.message)
      return slot === null ? [] : [[slot, known] as const]
    }),
  )
  const pair = (at: number, known: KnownMessage): void => {
    partners[at] = known
    used.add(known)
  }
  const isAlike =
    isEnclosed &&
    end - from >= old.length &&
    old.every((known, place) => {
      const message = messages[from + place]
      return (
        message !== undefined &&
        known.entry.message.role === message.role &&
        buildCallSlot(known.entry.message) === buildCallSlot(message) &&
        !summaryWords.test(readMessageWords(message).slice(0, leastSummary))
      )
    })
  for (let at = from; at < end; at += 1) {
    const message = messages[at]
    const slot = message === undefined ? null : buildCallSlot(message)
    const known = slot === null ? (isAlike ? old[at - from] : undefined) : bySlot.get(slot)
    if (known !== undefined && !used.has(known)) pair(at, known)
  }
}

/** Whether a message lost something that it said. */
function isCleared(before: Message, after: Message): boolean {
  return (
    buildMessageSense(before) !== buildMessageSense(after) &&
    buildMessageSense(after).length < buildMessageSense(before).length
  )
}

function isSummaryFor(message: Message, gone: ReadonlySet<KnownMessage>, place: number): boolean {
  if (gone.size < 2 || message.role !== 'user' || buildCallSlot(message) !== null) return false
  const words = readMessageWords(message)
  const lost = [...gone].reduce((sum, { exact }) => sum + exact.length, 0)
  if (words.length >= lost) return false
  return summaryWords.test(words.slice(0, leastSummary)) || (place <= 1 && words.length >= leastSummary)
}

/** Whether somebody would miss a message: one of reasoning alone is often left out when it is sent again. */
function isSaying({ entry: { message } }: KnownMessage, isLasting: (message: Message) => boolean): boolean {
  return (
    buildMessageSense(message) !== buildMessageSense({ role: message.role, content: [] }) &&
    isLasting(message)
  )
}

const senses = new WeakMap<Message, string>()

/** What a message says: reasoning aside, and white space around texts. */
export function buildMessageSense(message: Message): string {
  const known = senses.get(message)
  if (known !== undefined) return known
  const { role, content } = message
  const said = typeof content === 'string' ? [content.trim()] : content.flatMap(buildBlockSense)
  const sense = JSON.stringify([role, ...said])
  senses.set(message, sense)
  return sense
}

function buildBlockSense(block: ContentBlock): readonly unknown[] {
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return []
    case 'text': {
      const text = toSafeString(block['text']).trim()
      return text === '' ? [] : [text]
    }
    case 'tool_use':
      return [{ call: block['id'], name: block['name'], input: block['input'] }]
    case 'tool_result':
      return [{ result: block['tool_use_id'], content: block['content'] }]
    default:
      return [{ ...block, cache_control: undefined }]
  }
}

/** Which calls a message makes or answers; null where it does neither. */
function buildCallSlot({ role, content }: Message): string | null {
  if (typeof content === 'string') return null
  const ids = content.flatMap((block) => {
    if (block.type === 'tool_use') return [toSafeString(block['id'])]
    return block.type === 'tool_result' ? [toSafeString(block['tool_use_id'])] : []
  })
  return ids.length === 0 ? null : `${role} ${ids.join(' ')}`
}

function readMessageWords({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n')
}
