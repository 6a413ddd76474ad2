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
import { createContextWalk, createMomentOf } from './context-walk.ts'
import type { RecordedTask } from './recorded-context.ts'
import { recordedSplits, wholeInput } from './recorded-split.ts'
import { shareOut } from './replay-items.ts'
import { slopeOfSteps, weighByFit, weighByRecord, type SentContext, type Weights } from './weigh-history.ts'

/** Model tokens for one counted token where a task records too little: the middle of what real tasks show. */
const usualSlope = 1.25

/**
 * `record`: tokens as they were recorded. `model`: from the fit alone, which tells how far it can be believed; where
 * there is no fit, it is the record too.
 */
export type WeighingBasis = 'record' | 'model'

/** A recorded task whose requests are matched and whose messages have the tokens that the model counted. */
export type WeighedTask = {
  /** Requests that sent these messages, in their order. */
  readonly matched: readonly MatchedRequest[]
  /** The other ones, each with its reason. */
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
  const all = contextsOf(task, matches.matched, splits)
  const fit = calibrate(messages, countsOfSent(messages, all, countOf), usage)
  const slope = fit?.slope ?? slopeOfSteps(all, countOf) ?? usualSlope
  const { sentLess } = weighByRecord(all, countOf, slope)
  const matched = matches.matched.filter(({ requestIndex }) => !sentLess.has(requestIndex))
  const less = [...sentLess].map((request) => unmatchedOf(request, 'sent-less'))
  const contexts = contextsOf(task, matched, splits)
  const weights =
    basis === 'model' && fit !== null
      ? weighByFit(contexts, countOf, slope, fit.stretches)
      : weighByRecord(contexts, countOf, slope)
  const tokensOf = (message: Message): number =>
    weights.tokensOf.get(message) ?? Math.round(slope * countOf(message))
  return {
    matched,
    unmatched: [...matches.unmatched, ...less],
    splits,
    weights,
    slope,
    countOf,
    parts,
    partTokens: messages.map((message, index) => shareOut(counts[index] ?? [], tokensOf(message))),
    partCounts: counts,
  }
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

function contextsOf(
  task: RecordedTask,
  matched: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
): SentContext[] {
  const walk = createContextWalk(task)
  const momentOf = createMomentOf(task)
  const messagesAt = (indices: readonly number[]): Message[] =>
    indices.flatMap((index) => task.messages[index] ?? [])
  return matched.map(({ requestIndex, answerIndex, model, mode }) => {
    const split = splits[requestIndex] ?? null
    const { added, gone, onlyGrew } = walk.to(momentOf(requestIndex, answerIndex))
    return {
      request: requestIndex,
      added: messagesAt(added),
      gone: messagesAt(gone),
      onlyGrew,
      inputTokens: split === null ? null : wholeInput(split),
      group: `${model ?? ''}\n${mode ?? ''}`,
    }
  })
}
