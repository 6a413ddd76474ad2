import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import { calibrate } from '../../engine/inspect/calibrate.ts'
import { matchRequests, unmatchedOf, type MatchedRequest } from '../../engine/inspect/match-requests.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { partTokens } from '../../engine/tokens/count-parts.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { cacheStyleOf } from './cache-style.ts'
import type { KnownPrices } from './price-variants.ts'
import { noLimit } from './prefix-cache.ts'
import { neverCondensed, recordedContext, type RecordedTask } from './recorded-context.ts'
import { recordedSplits, wholeInput } from './recorded-split.ts'
import { createItemKeys, createItemsOf, shareOut, type ItemKeys } from './replay-items.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'
import { pricesAt, requestPrices } from './request-prices.ts'
import { takeRecordedMisses } from './take-recorded-misses.ts'
import { slopeOfSteps, weighByFit, weighByRecord, type SentContext, type Weights } from './weigh-history.ts'

/** Model tokens for one counted token where a task records too little: the middle of what real tasks show. */
const usualSlope = 1.25

export type ReplayOptions = {
  /** Prices of the task's models in the price library. */
  readonly known: readonly KnownPrices[]
  readonly counter: TokenCounter
  /**
   * `record`: tokens and cache misses as they were recorded, which is what policies are compared on. `model`: from the
   * fit and the cache model alone, which tells how far those can be believed.
   */
  readonly basis: 'record' | 'model'
}

/** Makes a recorded task ready to be played again: requests matched, messages weighed, prices and cache known. */
export function prepareReplay(task: RecordedTask, { known, counter, basis }: ReplayOptions): ReplayTask {
  const { messages, usage } = task
  const matches = matchRequests(messages, usage)
  const splits = recordedSplits(usage.requests)
  const counted = countParts(messages, counter)
  const fit = calibrate(messages, messages.map(counted.countOf), usage)
  const all = contextsOf(task, matches.matched, splits)
  const slope = fit?.slope ?? slopeOfSteps(all, counted.countOf) ?? usualSlope
  const { sentLess } = weighByRecord(all, counted.countOf, slope)
  const matched = matches.matched.filter(({ requestIndex }) => !sentLess.has(requestIndex))
  const less = [...sentLess].map((request) => unmatchedOf(request, 'sent-less'))
  const unmatched = [...matches.unmatched, ...less]
  const contexts = all.filter(({ request }) => !sentLess.has(request))
  const weights =
    basis === 'model' && fit !== null
      ? weighByFit(contexts, counted.countOf, slope, fit.stretches)
      : weighByRecord(contexts, counted.countOf, slope)
  const keys = createItemKeys()
  const weighed = itemsByMessage(messages, counted, weights, slope, keys)
  const prices = requestPrices(usage.requests, known)
  const { full, before } = neverCondensed(messages)
  const steps = matched.map(({ requestIndex, answerIndex }, index): ReplayStep => {
    const usageOf = splits[requestIndex] ?? null
    const answer = messages[answerIndex]
    return {
      request: requestIndex,
      ts: usage.requests[requestIndex]?.ts ?? null,
      prefix: prefixItem(weights, index, keys),
      fullCount: before[answerIndex] ?? full.length,
      recorded: contexts[index]?.messages ?? [],
      outputTokens:
        usageOf?.output ?? (answer === undefined ? 0 : Math.round(slope * counted.countOf(answer))),
      usage: usageOf,
      costUsd: usage.requests[requestIndex]?.costUsd ?? null,
      prices: pricesAt(prices, requestIndex),
      cache: noLimit,
      ownCondensations: condensationsBefore(task, matched, index),
    }
  })
  const itemsOf = createItemsOf(weighed, keys, counter, slope)
  const cacheStyle = cacheStyleOf(usage.requests)
  const prepared: ReplayTask = { full, steps, unmatched, prices, cacheStyle, slope, counter, itemsOf }
  return basis === 'model' ? prepared : takeRecordedMisses(prepared)
}

type Counted = {
  readonly parts: readonly (readonly Part[])[]
  readonly counts: readonly (readonly number[])[]
  readonly countOf: (message: Message) => number
}

function countParts(messages: readonly Message[], counter: TokenCounter): Counted {
  const parts = splitHistory(messages)
  const counts = parts.map((own) => own.map((part) => partTokens(part, counter)))
  const byMessage = new Map(messages.map((message, index) => [message, sum(counts[index] ?? [])]))
  return { parts, counts, countOf: (message) => byMessage.get(message) ?? 0 }
}

function contextsOf(
  task: RecordedTask,
  matched: readonly MatchedRequest[],
  splits: readonly (TokenUsage | null)[],
): SentContext[] {
  return matched.map(({ requestIndex, answerIndex, model, mode }) => {
    const split = splits[requestIndex] ?? null
    return {
      request: requestIndex,
      messages: recordedContext(task, requestIndex, answerIndex),
      inputTokens: split === null ? null : wholeInput(split),
      group: `${model ?? ''}\n${mode ?? ''}`,
    }
  })
}

/** The tokens of each message, shared out among its parts as they count. */
function itemsByMessage(
  messages: readonly Message[],
  { parts, counts, countOf }: Counted,
  { tokensOf }: Weights,
  slope: number,
  keys: ItemKeys,
): ReadonlyMap<Message, readonly ReplayItem[]> {
  return new Map(
    messages.map((message, index) => {
      const shares = shareOut(
        counts[index] ?? [],
        tokensOf.get(message) ?? Math.round(slope * countOf(message)),
      )
      const items = (parts[index] ?? []).map((part, at) => ({
        key: keys.ofPart(message, part),
        kind: part.kind,
        tokens: shares[at] ?? 0,
      }))
      return [message, items]
    }),
  )
}

function prefixItem({ prefixes }: Weights, index: number, keys: ItemKeys): ReplayItem {
  const { name, tokens } = prefixes[index] ?? { name: '', tokens: 0 }
  return { key: keys.ofPrefix(name), kind: 'prefix', tokens }
}

/** Condensations between the answer before and this one; what came before the first answer is no part of the replay. */
function condensationsBefore(
  { messages, usage }: RecordedTask,
  matched: readonly MatchedRequest[],
  index: number,
): ReplayStep['ownCondensations'] {
  const timeOf = (at: number): number | null => messages[matched[at]?.answerIndex ?? -1]?.ts ?? null
  const [from, to] = [timeOf(index - 1), timeOf(index)]
  const own =
    from === null || to === null
      ? []
      : usage.condensations.filter(({ ts }) => ts != null && ts > from && ts <= to)
  return { count: own.length, costUsd: sum(own.map(({ costUsd }) => costUsd ?? 0)) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
