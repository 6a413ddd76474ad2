import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import { isCompactionBlock } from '../messages/blocks.ts'
import type { Sent } from './known-messages.ts'

/** How a history differs from the one before it, where it does not only grow. */
export type Change = Readonly<{
  /** Null where nothing was condensed: an answer was written back in another form, or the end was typed anew. */
  kind: NonNullable<RecordedCondensation['kind']> | null
  /** The message that stands for what is gone. */
  summary: Sent | null
  /** Messages that stand for others: cleared results, and answers in another form. */
  copies: ReadonlySet<Sent>
  /** How much of the history was there right behind the condensation. */
  kept: number
}>

/** A summary is longer than a note that something is gone. */
const leastSummary = 300
/** Results that lose less than this in all were not cleared. */
const leastCleared = 500

/**
 * Compares what was sent, with the answer to it where there is one, with what is sent next. `repeated` is a message that
 * repeats the answer to another call, as summaries do.
 */
export function compareHistories(
  before: Readonly<{ history: readonly Sent[]; answer: Sent | null }>,
  after: readonly Sent[],
  repeated: Sent | null,
): Change | null {
  const all = before.answer === null ? before.history : [...before.history, before.answer]
  const [had, has] = [new Set(all), new Set(after)]
  const gone = all.filter((sent) => !has.has(sent))
  const fresh = after.filter((sent) => !had.has(sent))
  if (gone.length === 0) return null
  const pairs = pairVersions(gone, new Set(fresh.filter((sent) => sent !== repeated)), all, after)
  const copies = new Set(pairs.values())
  const lost = gone.filter((sent) => !pairs.has(sent) && sent !== before.answer)
  const written = fresh.filter((sent) => !copies.has(sent))
  const change = { kind: null, summary: null, copies, kept: after.length }
  if (lost.length === 0) {
    const cleared = [...pairs].reduce((sum, [from, to]) => sum + measureShrinkage(from, to, before.answer), 0)
    return cleared < leastCleared
      ? change
      : { ...change, kind: 'clearing', kept: measureLengthBefore(after, written, null) }
  }
  const isTail = isAtEnd(lost, all, has)
  if (isTail && !lost.some(({ message }) => message.role === 'assistant')) return change
  const last = all.findLastIndex((sent) => has.has(sent))
  const isRewind = isTail && all.slice(0, last + 1).some(({ message }) => message.role === 'assistant')
  const summary = findSummary(written, { after, had, isTail, repeated })
  if (isRewind && summary !== repeated) return change
  if (isRewind && repeated === null) return change
  const kept = measureLengthBefore(after, written, summary)
  if (summary === null) return { ...change, kind: 'truncation', kept }
  return { ...change, kind: isSealed(summary) ? 'opaque' : 'summary', summary, kept }
}

/** Old messages that stand in another version: results of the same calls, and answers with the same calls or words. */
function pairVersions(
  gone: readonly Sent[],
  fresh: ReadonlySet<Sent>,
  all: readonly Sent[],
  after: readonly Sent[],
): ReadonlyMap<Sent, Sent> {
  const pairs = new Map<Sent, Sent>()
  const byIds = new Map([...fresh].map((sent) => [joinIds(sent.message), sent]))
  const taken = new Set<Sent>()
  for (const sent of gone) {
    const ids = joinIds(sent.message)
    const version = ids === '' ? undefined : byIds.get(ids)
    if (version === undefined || taken.has(version)) continue
    pairs.set(sent, version)
    taken.add(version)
  }
  // Behind the same neighbour, and alike.
  const places = new Map(after.map((sent, at) => [sent, at]))
  all.forEach((sent, at) => {
    if (pairs.has(sent) || places.has(sent)) return
    const previous = all[at - 1]
    const anchor = previous === undefined ? -1 : (places.get(pairs.get(previous) ?? previous) ?? null)
    const candidate = anchor === null ? undefined : after[anchor + 1]
    if (candidate === undefined || taken.has(candidate) || !fresh.has(candidate)) return
    if (!isVersion(sent.message, candidate.message)) return
    pairs.set(sent, candidate)
    taken.add(candidate)
  })
  return pairs
}

function isVersion(one: Message, other: Message): boolean {
  if (one.role !== other.role || joinIds(one) !== '' || joinIds(other) !== '') return false
  const [a, b] = [readMessageWords(one), readMessageWords(other)]
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short !== '' && (long.startsWith(short) || long.endsWith(short))) return true
  // Most lines of the one are lines of the other.
  const lines = new Set(long.split('\n'))
  const own = short.split('\n').filter((line) => line.trim() !== '')
  return own.length > 1 && own.filter((line) => lines.has(line)).length * 2 > own.length
}

/** Ids of the calls and results of a message; empty where it has none. */
function joinIds({ content }: Message): string {
  if (typeof content === 'string') return ''
  const ids = content.flatMap(
    (block) => block['tool_use_id'] ?? (block.type === 'tool_use' ? block['id'] : []),
  )
  return [...new Set(ids)].join(' ')
}

/** How much shorter a message has become; the last answer only changed its form. */
function measureShrinkage(from: Sent, to: Sent, answer: Sent | null): number {
  return from === answer ? 0 : Math.max(0, measureMessage(from.message) - measureMessage(to.message))
}

/** Whether nothing that is kept stands behind what is gone. */
function isAtEnd(lost: readonly Sent[], all: readonly Sent[], has: ReadonlySet<Sent>): boolean {
  const [first] = lost
  return first === undefined || !all.slice(all.indexOf(first)).some((sent) => has.has(sent))
}

/** Of what is new: what repeats an answer, else the longest that stands where a summary would. */
function findSummary(
  written: readonly Sent[],
  {
    after,
    had,
    isTail,
    repeated,
  }: Readonly<{
    after: readonly Sent[]
    had: ReadonlySet<Sent>
    isTail: boolean
    repeated: Sent | null
  }>,
): Sent | null {
  if (repeated !== null && written.includes(repeated)) return repeated
  const lastKept = isTail ? after.length : after.findLastIndex((sent) => had.has(sent))
  const places = new Map(after.map((sent, at) => [sent, at]))
  const candidates = written.filter(
    (sent) =>
      (places.get(sent) ?? 0) < lastKept &&
      joinIds(sent.message) === '' &&
      sent.message['isBoilerplate'] !== true,
  )
  const sealed = candidates.find(isSealed)
  if (sealed !== undefined) return sealed
  const longest = candidates.toSorted((a, b) => measureMessage(b.message) - measureMessage(a.message))[0]
  return longest !== undefined && measureMessage(longest.message) >= leastSummary ? longest : null
}

/** Whether it is a summary that only the vendor can read. */
function isSealed({ message: { content } }: Sent): boolean {
  return (
    typeof content !== 'string' &&
    content.some((block) => isCompactionBlock(block) && typeof block['content'] !== 'string')
  )
}

/** Length of a history without what was written behind the condensation. */
function measureLengthBefore(after: readonly Sent[], written: readonly Sent[], summary: Sent | null): number {
  const later = new Set(written)
  let length = after.length
  while (length > 0) {
    const last = after[length - 1]
    if (last === undefined || last === summary || !later.has(last)) break
    length -= 1
  }
  return length
}

function measureMessage({ content }: Message): number {
  return typeof content === 'string' ? content.length : JSON.stringify(content).length
}

/** The words of a message, without results. */
export function readMessageWords({ content }: Pick<Message, 'content'>): string {
  if (typeof content === 'string') return content
  return content
    .flatMap((block: ContentBlock) => (typeof block['text'] === 'string' ? [block['text']] : []))
    .join('\n')
}
