import type { Message } from '../../../shared/domain/message.ts'
import type { Stretch } from '../../engine/inspect/fit-lines.ts'
import { shareOut } from './replay-items.ts'

/** One matched request, as far as weighing needs it. */
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

export type Prefix = { readonly name: string; readonly tokens: number }

export type Weights = {
  /** Model tokens of each message that was sent. */
  readonly tokensOf: ReadonlyMap<Message, number>
  /** System prompt and tools at each context. */
  readonly prefixes: readonly Prefix[]
  /** Indices of recorded requests whose input is less than that of their messages. */
  readonly sentLess: ReadonlySet<number>
}

/** A step of the record that is so many times larger or smaller than our count of it is no step of the messages. */
const believable = { least: 0.25, most: 4 }
/** A request with less than this share of what its messages have cannot have sent them. */
const wholeShare = 0.9

/**
 * Model tokens for one counted token where there is too little for a fit: the median over the requests that sent all
 * that the one before had sent, and more. Null where there is none such.
 */
export function slopeOfSteps(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
): number | null {
  const ratios: number[] = []
  let before: { readonly inputTokens: number; readonly group: string } | null = null
  let counted = 0
  let onlyGrew = true
  for (const { added, inputTokens, group, ...context } of contexts) {
    counted += added.reduce((sum, message) => sum + countOf(message), 0)
    onlyGrew &&= context.onlyGrew
    if (inputTokens === null) continue
    const grown = before?.group === group && onlyGrew ? inputTokens - before.inputTokens : 0
    if (counted > 0 && grown > 0) ratios.push(grown / counted)
    before = { inputTokens, group }
    counted = 0
    onlyGrew = true
  }
  return ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? null
}

/**
 * Gives every message the tokens that the record says it has: from one request to the next, the input grew by what was
 * new. Where it did not (the first request, another model or mode, a growth that nobody can believe), new messages take
 * the slope and the rest is the system prompt and the tools. So the recorded input of each request is met exactly.
 */
export function weighByRecord(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
  slope: number,
): Weights {
  const tokensOf = new Map<Message, number>()
  const prefixes: (Prefix | null)[] = []
  const sentLess = new Set<number>()
  const pending = new Set<Message>()
  const present = new Set<Message>()
  let known = 0
  // Who comes back to a model and mode has the system prompt of before, if the input bears it out.
  const ofGroup = new Map<string, Prefix>()
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
    if (inputTokens !== null && inputTokens < wholeShare * known) sentLess.add(request)
    if (inputTokens === null || sentLess.has(request)) {
      prefixes.push(ofGroup.get(group) ?? null)
      continue
    }
    let prefix = ofGroup.get(group) ?? null
    const fresh = [...pending].filter((message) => present.has(message))
    const counts = fresh.map(countOf)
    const counted = counts.reduce((sum, count) => sum + count, 0)
    const grown = inputTokens - known - (prefix?.tokens ?? 0)
    const isStep: boolean =
      prefix !== null &&
      (grown === 0 ||
        (counted > 0 &&
          grown >= believable.least * slope * counted &&
          grown <= believable.most * slope * counted))
    const target = isStep ? grown : Math.min(inputTokens - known, Math.round(slope * counted))
    const shares = shareOut(counts, Math.max(0, target))
    fresh.forEach((message, at) => tokensOf.set(message, shares[at] ?? 0))
    for (const message of pending)
      if (!present.has(message)) tokensOf.set(message, Math.round(slope * countOf(message)))
    pending.clear()
    if (!isStep || prefix === null) {
      const rest = inputTokens - known - shares.reduce((sum, share) => sum + share, 0)
      prefix = { name: `${group}\n${request}`, tokens: Math.max(0, rest) }
      ofGroup.set(group, prefix)
    }
    prefixes.push(prefix)
    known += shares.reduce((sum, share) => sum + share, 0)
  }
  pending.forEach((message) => tokensOf.set(message, Math.round(slope * countOf(message))))
  return { tokensOf, prefixes: fillGaps(prefixes, contexts), sentLess }
}

/** Gives every message its count times the slope, and every request the intercept of its stretch. */
export function weighByFit(
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
  slope: number,
  stretches: readonly Stretch[],
): Weights {
  const tokensOf = new Map<Message, number>()
  const prefixes = contexts.map(({ added, request, group }): Prefix => {
    for (const message of added)
      if (!tokensOf.has(message)) tokensOf.set(message, Math.round(slope * countOf(message)))
    const own = stretches.findLast(({ firstRequest }) => firstRequest <= request) ?? stretches[0]
    // A step within one model and mode is what nobody counts, such as an image, more often than another system prompt.
    return { name: group, tokens: Math.max(0, Math.round(own?.intercept ?? 0)) }
  })
  return { tokensOf, prefixes, sentLess: new Set() }
}

/** Requests without a record have the prefix of the next one of their kind, else of the one before them. */
function fillGaps(prefixes: readonly (Prefix | null)[], contexts: readonly SentContext[]): Prefix[] {
  let last: Prefix = { name: '', tokens: 0 }
  const before = prefixes.map((prefix) => (last = prefix ?? last))
  const nextOfGroup = new Map<string, Prefix>()
  const filled = prefixes.map((prefix) => prefix)
  for (let index = prefixes.length - 1; index >= 0; index -= 1) {
    const group = contexts[index]?.group ?? ''
    const own = prefixes[index] ?? null
    if (own === null) filled[index] = nextOfGroup.get(group) ?? null
    else nextOfGroup.set(group, own)
  }
  const nothing: Prefix = { name: '', tokens: 0 }
  return filled.map((prefix, index) => prefix ?? before[index] ?? nothing)
}
