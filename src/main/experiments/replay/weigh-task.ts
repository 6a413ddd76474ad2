import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import { sum } from '../../../shared/lib/sum.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { calibrate } from '../../engine/inspect/calibrate.ts'
import {
  matchRequests,
  unmatchedOf,
  type MatchedRequest,
  type UnmatchedRequest,
} from '../../engine/inspect/match-requests.ts'
import { partTokens } from '../../engine/tokens/count-parts.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { chargedRequests } from './charged-requests.ts'
import type { RecordedTask } from './recorded-task.ts'
import { recordedSplits } from './recorded-split.ts'
import { shareOut } from './replay-items.ts'
import { sentContexts } from './sent-contexts.ts'
import { sentRequests, type SentRequest } from './sent-requests.ts'
import {
  slopeOfSteps,
  weighByFit,
  weighByRecord,
  type Prefix,
  type SentContext,
  type Weights,
} from './weigh-history.ts'

/** Model tokens for one counted token where a task records too little: the middle of what real tasks show. */
const usualSlope = 1.25

/**
 * `record`: tokens as they were recorded. `model`: from the fit alone, which tells how far it can be believed; where
 * there is no fit, it is the record too.
 */
export type WeighingBasis = 'record' | 'model'

/** A recorded task whose requests are matched and whose messages have the tokens that the model counted. */
export type WeighedTask = {
  /** Answered requests that sent these messages, in their order. */
  readonly matched: readonly MatchedRequest[]
  /** The same, and among them those that nothing answers and that were charged for; each with its system prompt. */
  readonly sent: readonly (SentRequest & { readonly prefix: Prefix })[]
  /** The ones that are neither, each with its reason. */
  readonly unsent: readonly UnmatchedRequest[]
  /** All but the answered ones, each with its reason. */
  readonly unmatched: readonly UnmatchedRequest[]
  /** What each recorded request used; null where it was not recorded. */
  readonly splits: readonly (TokenUsage | null)[]
  /** Prefixes are those of `matched`. */
  readonly weights: Weights
  /** Model tokens for one counted token. */
  readonly slope: number
  /** Our own count of a message of the file. */
  readonly countOf: (message: Message) => number
  readonly parts: readonly (readonly Part[])[]
  /** Model tokens of each part: those of its message, shared out as its parts count. */
  readonly partTokens: readonly (readonly number[])[]
  /** Our own count of each part. */
  readonly partCounts: readonly (readonly number[])[]
}

/** Matches the requests of a task to its messages, and weighs these by what was recorded. */
export function weighTask(
  task: RecordedTask,
  { counter, basis }: { readonly counter: TokenCounter; readonly basis: WeighingBasis },
): WeighedTask {
  const { messages, usage } = task
  const matches = matchRequests(messages, usage)
  const splits = recordedSplits(usage.requests)
  const { parts, counts, countOf } = countParts(messages, counter)
  const all = sentContexts(task, matches.matched, splits)
  const fit = calibrate(messages, countsOfSent(messages, all, countOf), usage)
  const slope = fit?.slope ?? slopeOfSteps(all, countOf) ?? usualSlope
  const { sentLess } = weighByRecord(all, countOf, slope)
  const matched = matches.matched.filter(({ requestIndex }) => !sentLess.has(requestIndex))
  const less = [...sentLess].map((request) => unmatchedOf(request, 'sent-less'))
  const unmatched = [...matches.unmatched, ...less]
  const charged = chargedRequests(task, matches, splits)
  const found = sentRequests(matched, charged, { task, splits, countOf, slope })
  const { sent, others } = found
  const weights =
    basis === 'model' && fit !== null
      ? weighByFit(found.contexts, countOf, slope, fit.stretches)
      : found.weights
  const tokensOf = (message: Message): number =>
    weights.tokensOf.get(message) ?? Math.round(slope * countOf(message))
  const withPrefix = sent.map((one) => ({ ...one, prefix: weights.prefixes[one.prefixAt] ?? noPrefix }))
  const played = new Set(sent.map(({ requestIndex }) => requestIndex))
  const lost = new Set(charged.lost)
  return {
    matched,
    sent: withPrefix,
    unmatched,
    unsent: unmatched
      .filter(({ requestIndex }) => !played.has(requestIndex))
      .map((one) => ({ ...one, text: whyUnsent(one, lost, others) })),
    splits,
    weights: {
      ...weights,
      prefixes: withPrefix.flatMap(({ isAnswered, prefix }) => (isAnswered ? [prefix] : [])),
    },
    slope,
    countOf,
    parts,
    partTokens: messages.map((message, index) => shareOut(counts[index] ?? [], tokensOf(message))),
    partCounts: counts,
  }
}

const noPrefix: Prefix = { name: '', tokens: 0 }

/** Why nobody knows what a request sent, for a person. */
function whyUnsent(
  { requestIndex, text }: UnmatchedRequest,
  lost: ReadonlySet<number>,
  others: ReadonlySet<number>,
): string {
  if (lost.has(requestIndex))
    return 'No answer is recorded before the next request, and which messages it sent is not told.'
  return others.has(requestIndex)
    ? 'No answer is recorded before the next request, and its recorded input is not that of the messages before it, so what it sent is not known.'
    : text
}

/** Counts of the messages that the last request sent: a fit looks at no request from before the others were hidden. */
function countsOfSent(
  messages: readonly Message[],
  contexts: readonly SentContext[],
  countOf: (message: Message) => number,
): number[] {
  const sent = new Set<Message>()
  for (const { added, gone } of contexts) {
    for (const message of gone) sent.delete(message)
    for (const message of added) sent.add(message)
  }
  return messages.map((message) => (sent.has(message) ? countOf(message) : 0))
}

function countParts(messages: readonly Message[], counter: TokenCounter) {
  const parts = splitHistory(messages)
  const counts = parts.map((own) => own.map((part) => partTokens(part, counter)))
  const byMessage = new Map(messages.map((message, index) => [message, sum(counts[index] ?? [])]))
  return { parts, counts, countOf: (message: Message) => byMessage.get(message) ?? 0 }
}
