import type { Message } from '../../../shared/kernel/message.ts'
import { shareOut, sum } from '../../../shared/kernel/numbers.ts'
import { countCondensationsBefore } from './count-condensations-before.ts'

/** One matched request, as far as sizing needs it. */
export type SentContext = {
  readonly request: number
  /** What it sends that the one before in the list did not, and the other way round. */
  readonly added: readonly Message[]
  readonly gone: readonly Message[]
  /** Nothing went, and what came stands at the end. */
  readonly onlyGrew: boolean
  /** All input that was recorded; null where it was not. */
  readonly inputTokens: number | null
  /** What changes with the system prompt and the tools: model and mode. */
  readonly group: string
}

export type Overhead = { readonly name: string; readonly tokens: number }

export type HistorySizes = {
  /** Model tokens of each message that was sent. */
  readonly tokensOf: ReadonlyMap<Message, number>
  /** System prompt and tools at each context. */
  readonly overheads: readonly Overhead[]
  /** Recorded requests whose input is not that of their messages and the overhead. */
  readonly leftOut: ReadonlyMap<number, 'sent-less' | 'sent-more'>
}

/** The calibrated overhead of a request of the record, tokens; null where nothing was calibrated. */
export type OverheadAt = (request: number, group: string) => number | null

/**
 * What bounds the system prompt of each request: the calibration, or, where a log tells what was sent, so that what is off
 * the calibration is what came with the messages unseen, the smallest input between two condensations.
 */
export type OverheadBound = OverheadAt | 'least-input'

/** So far a system prompt may lie from the calibrated overhead, as a share of it: what is further off is none. */
const overheadShare = 0.2

/** Whether so many tokens may be the overhead of a request. */
export function isNearOverhead(tokens: number, overhead: number): boolean {
  return Math.abs(tokens - overhead) <= overheadShare * overhead
}

/** A step of the record that is so many times larger or smaller than our count of it is no step of the messages. */
const believable = { least: 0.25, most: 4 }
/** A request with less than this share of what its messages have cannot have sent them. */
const wholeShare = 0.9

/**
 * Model tokens for one counted token where there is too little for a fit: the median over the requests that sent all
 * that the one before had sent, and more. Null where there is none such.
 */
export function estimateSlopeFromSteps(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
): number | null {
  const ratios: number[] = []
  let before: { readonly inputTokens: number; readonly group: string } | null = null
  let counted = 0
  let onlyGrew = true
  for (const { added, inputTokens, group, ...context } of contexts) {
    counted += sum(added.map(countOf))
    onlyGrew &&= context.onlyGrew
    if (inputTokens === null) continue
    const grown = before?.group === group && onlyGrew ? inputTokens - before.inputTokens : 0
    if (counted > 0 && grown > 0) ratios.push(grown / counted)
    before = { inputTokens, group }
    counted = 0
    onlyGrew = true
  }
  // Of two, the smaller: what is no longer in the file makes steps larger.
  return ratios.toSorted((a, b) => a - b)[(ratios.length - 1) >> 1] ?? null
}

/**
 * Gives every message the tokens that the record says it has: from one request to the next, the input grew by what was
 * new. Where it did not (the first request, another model or mode, a growth that nobody can believe), new messages take
 * the slope and the rest is the system prompt and the tools, as long as its bound allows that. So the recorded input of
 * each request is met exactly, or the request is left out. The smallest input is no bound where it leaves out more.
 */
export function sizeByRecord(
  contexts: readonly SentContext[],
  countMessage: (message: Message) => number,
  slope: number,
  bound: OverheadBound = () => null,
): HistorySizes {
  const condensed = countCondensationsBefore(contexts, countMessage)
  const unbounded = { contexts, countMessage, slope, condensed, measureOverhead: () => null }
  if (bound !== 'least-input')
    return sizeWithinBounds({ ...unbounded, measureOverhead: bound }, () => Infinity)
  const bounded = sizeWithinBounds(unbounded, createLeastInput(contexts, condensed))
  if (bounded.leftOut.size === 0) return bounded
  const free = sizeWithinBounds(unbounded, () => Infinity)
  return free.leftOut.size < bounded.leftOut.size ? free : bounded
}

/** System prompt and tools of one model and mode. */
type OverheadOfGroup = {
  /** Of its first request, whose input has nothing that a later one may lack. */
  readonly first: Overhead
  readonly overhead: Overhead
  /** How often the context had been condensed by then. */
  readonly since: number
}

type SizingByRecord = {
  readonly contexts: readonly SentContext[]
  readonly countMessage: (message: Message) => number
  readonly slope: number
  /** How often the context had been condensed before each request. */
  readonly condensed: ReadonlyMap<number, number>
  readonly measureOverhead: OverheadAt
}

function sizeWithinBounds(
  { contexts, countMessage, slope, condensed, measureOverhead }: SizingByRecord,
  leastOf: (request: number) => number,
): HistorySizes {
  const tokensOf = new Map<Message, number>()
  const overheads: (Overhead | null)[] = []
  const leftOut = new Map<number, 'sent-less' | 'sent-more'>()
  const pending = new Set<Message>()
  const present = new Set<Message>()
  let known = 0
  // Who comes back to a model and mode has the system prompt of before, if the input bears it out.
  const ofGroup = new Map<string, OverheadOfGroup>()
  for (const { request, added, gone, inputTokens, group } of contexts) {
    for (const message of added) {
      present.add(message)
      known += tokensOf.get(message) ?? 0
      if (!tokensOf.has(message)) pending.add(message)
    }
    for (const message of gone) {
      present.delete(message)
      known -= tokensOf.get(message) ?? 0
    }
    const since = condensed.get(request) ?? 0
    const last = ofGroup.get(group) ?? null
    // What the input lost within messages, such as reasoning that is charged no more, went with what was condensed.
    const before = last === null ? null : last.since === since ? last.overhead : last.first
    // Of requests without a record the messages stay pending: to look at all of them each time would be quadratic.
    if (inputTokens === null) {
      overheads.push(before)
      continue
    }
    const fresh = [...pending].filter((message) => present.has(message))
    const counts = fresh.map(countMessage)
    const expected = slope * sum(counts)
    const calibrated = measureOverhead(request, group)
    const least = leastOf(request)
    const split = splitInput({ inputTokens, known, before, expected, overhead: calibrated, least })
    if (typeof split === 'string') {
      leftOut.set(request, split)
      overheads.push(before)
      continue
    }
    const shares = shareOut(counts, split.freshTokens)
    fresh.forEach((message, at) => tokensOf.set(message, shares[at] ?? 0))
    for (const message of pending)
      if (!present.has(message)) tokensOf.set(message, Math.round(slope * countMessage(message)))
    pending.clear()
    const overhead =
      split.overheadTokens === before?.tokens
        ? before
        : { name: `${group}\n${request}`, tokens: split.overheadTokens }
    ofGroup.set(group, { first: last?.first ?? overhead, overhead, since })
    overheads.push(overhead)
    known += sum(shares)
  }
  pending.forEach((message) => tokensOf.set(message, Math.round(slope * countMessage(message))))
  return { tokensOf, overheads: fillGaps(overheads, contexts), leftOut }
}

/** The smallest recorded input of the requests of one model and mode between the condensations around a request. */
function createLeastInput(
  contexts: readonly SentContext[],
  condensed: ReadonlyMap<number, number>,
): (request: number) => number {
  const keys = new Map(
    contexts.map(({ request, group }) => [request, `${condensed.get(request) ?? 0}\n${group}`]),
  )
  const least = new Map<string, number>()
  for (const { request, inputTokens } of contexts) {
    const key = keys.get(request) ?? ''
    least.set(key, Math.min(least.get(key) ?? Infinity, inputTokens ?? Infinity))
  }
  return (request) => least.get(keys.get(request) ?? '') ?? Infinity
}

type Input = {
  readonly inputTokens: number
  /** Tokens of the messages that were sized before. */
  readonly known: number
  /** System prompt and tools of the request of this model and mode before; null where there was none. */
  readonly before: Overhead | null
  /** What the new messages have by the slope. */
  readonly expected: number
  readonly overhead: number | null
  /** The smallest input that was recorded with the same system prompt. */
  readonly least: number
}

/** What of an input is new messages, and what system prompt and tools; else why it is not that of these messages. */
function splitInput({
  inputTokens,
  known,
  before,
  expected,
  overhead,
  least,
}: Input): { readonly freshTokens: number; readonly overheadTokens: number } | 'sent-less' | 'sent-more' {
  if (inputTokens < wholeShare * known) return 'sent-less'
  const isNear = (tokens: number): boolean =>
    overhead === null ? tokens <= least : isNearOverhead(tokens, overhead)
  const kept = before !== null && isNear(before.tokens) ? before.tokens : null
  const rest = inputTokens - known
  const grown = kept === null ? null : rest - kept
  const isStep =
    grown === 0 ||
    (grown !== null &&
      expected > 0 &&
      grown >= believable.least * expected &&
      grown <= believable.most * expected)
  if (kept !== null && grown !== null && isStep) return { freshTokens: grown, overheadTokens: kept }
  const bySlope = Math.max(0, Math.min(rest, Math.round(expected)))
  const level = Math.max(0, rest - bySlope)
  if (isNear(level)) return { freshTokens: bySlope, overheadTokens: level }
  if (overhead === null) {
    const overheadTokens = kept ?? least
    return expected > 0 ? { freshTokens: rest - overheadTokens, overheadTokens } : 'sent-more'
  }
  // All that lies between is the messages' own: they have more or less than they count.
  const overheadTokens = kept ?? Math.round(overhead)
  const freshTokens = rest - overheadTokens
  const isOwn =
    freshTokens >= 0 && freshTokens <= Math.max(believable.most * expected, overheadShare * overhead)
  if (expected > 0 && isOwn) return { freshTokens, overheadTokens }
  return level > overhead ? 'sent-more' : 'sent-less'
}

/**
 * Gives every message its count times the slope, and every request its calibrated overhead; what has none keeps that of
 * the record.
 */
export function sizeByFit(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
  slope: number,
  recorded: readonly Overhead[],
  overheadAt: OverheadAt,
): HistorySizes {
  const tokensOf = new Map<Message, number>()
  const overheads = contexts.map(({ added, request, group }, at): Overhead => {
    for (const message of added)
      if (!tokensOf.has(message)) tokensOf.set(message, Math.round(slope * countOf(message)))
    const tokens = overheadAt(request, group) ?? recorded[at]?.tokens ?? 0
    // A step within one model and mode is what nobody counts, such as an image, more often than another system prompt.
    return { name: group, tokens: Math.max(0, Math.round(tokens)) }
  })
  return { tokensOf, overheads, leftOut: new Map() }
}

/** Requests without a record have the overhead of the next one of their kind, else of the one before them. */
function fillGaps(overheads: readonly (Overhead | null)[], contexts: readonly SentContext[]): Overhead[] {
  let last: Overhead = { name: '', tokens: 0 }
  const before = overheads.map((overhead) => (last = overhead ?? last))
  const nextOfGroup = new Map<string, Overhead>()
  const filled = overheads.map((overhead) => overhead)
  for (let index = overheads.length - 1; index >= 0; index -= 1) {
    const group = contexts[index]?.group ?? ''
    const own = overheads[index] ?? null
    if (own === null) filled[index] = nextOfGroup.get(group) ?? null
    else nextOfGroup.set(group, own)
  }
  const nothing: Overhead = { name: '', tokens: 0 }
  return filled.map((overhead, index) => overhead ?? before[index] ?? nothing)
}
