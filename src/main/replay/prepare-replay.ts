import type { Message } from '../../shared/domain/message.ts'
import type { ModelPrices } from '../../shared/domain/pricing.ts'
import type { MatchedRequest } from '../record/requests/match-requests.ts'
import type { TokenCounter } from '../engine/tokens/token-counter.ts'
import { cacheStylesOf } from './cache-style.ts'
import { createContextWalk, createMomentOf } from '../record/requests/context-walk.ts'
import { ownFirings } from '../record/condensations/own-condensations.ts'
import type { KnownPrices } from '../record/prices/price-variants.ts'
import { noLimit } from './prefix-cache.ts'
import { neverCondensed, type RecordedTask } from '../record/recorded-task.ts'
import { createItemKeys, createItemsOf, type ItemKeys } from './replay-items.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'
import { requestModels } from '../record/prices/models-for-prices.ts'
import { pricesAt, requestPrices } from '../record/prices/request-prices.ts'
import { takeRecordedMisses } from './take-recorded-misses.ts'
import { weighTask, type WeighedTask, type WeighingBasis } from '../record/overhead/size-task.ts'

export type ReplayOptions = {
  /** Prices of the task's models in the price library. */
  readonly known: readonly KnownPrices[]
  readonly counter: TokenCounter
  /** What policies are compared on is `record`; cache misses are taken from it too. */
  readonly basis: WeighingBasis
}

/** Makes a recorded task ready to be played again: requests matched, messages weighed, prices and cache known. */
export function prepareReplay(task: RecordedTask, { known, counter, basis }: ReplayOptions): ReplayTask {
  const { messages, usage } = task
  const { sent, unsent, splits, slope, countOf, isFitted, ...weighedTask } = weighTask(task, {
    counter,
    basis,
  })
  const keys = createItemKeys()
  const weighed = itemsByMessage(messages, weighedTask, keys)
  const models = requestModels(usage.requests, sent)
  const prices = requestPrices(usage.requests, known, models)
  const styles = cacheStylesOf(usage.requests, (index) => ({
    model: models[index] ?? null,
    hasWritePrice: hasWritePrice(pricesAt(prices, index)),
  }))
  const { full, before } = neverCondensed(messages)
  const histories = sentMessages(task, sent)
  const own = ownFirings(task, sent)
  const steps = sent.map(({ requestIndex, answerIndex, model, prefix }, index): ReplayStep => {
    const usageOf = splits[requestIndex] ?? null
    const answer = messages[answerIndex]
    return {
      request: requestIndex,
      ts: usage.requests[requestIndex]?.ts ?? null,
      model,
      prefix: { key: keys.ofPrefix(prefix.name), kind: 'prefix', tokens: prefix.tokens },
      fullCount: before[answerIndex] ?? full.length,
      recorded: histories[index] ?? [],
      outputTokens: usageOf?.output ?? (answer === undefined ? 0 : Math.round(slope * countOf(answer))),
      usage: usageOf,
      costUsd: usage.requests[requestIndex]?.costUsd ?? null,
      prices: pricesAt(prices, requestIndex),
      cacheStyle: styles.at[requestIndex] ?? styles.main,
      cache: noLimit,
      cacheSurpriseTokens: 0,
      ownFirings: own[index] ?? [],
    }
  })
  const itemsOf = createItemsOf(weighed, keys, counter, slope)
  const shared = { full, steps, unmatched: unsent, prices, isFitted, slope, counter, itemsOf }
  const prepared: ReplayTask = { ...shared, cacheStyle: styles.main }
  return basis === 'model' ? prepared : takeRecordedMisses(prepared)
}

function sentMessages(task: RecordedTask, sent: readonly MatchedRequest[]): (readonly Message[])[] {
  const walk = createContextWalk(task)
  const momentOf = createMomentOf(task)
  return sent.map(({ requestIndex, answerIndex }) => {
    walk.to(momentOf(requestIndex, answerIndex))
    return walk.indices().flatMap((index) => task.messages[index] ?? [])
  })
}

function itemsByMessage(
  messages: readonly Message[],
  { parts, partTokens }: Pick<WeighedTask, 'parts' | 'partTokens'>,
  keys: ItemKeys,
): ReadonlyMap<Message, readonly ReplayItem[]> {
  return new Map(
    messages.map((message, index) => {
      const items = (parts[index] ?? []).map((part, at) => ({
        key: keys.ofPart(message, part),
        kind: part.kind,
        tokens: partTokens[index]?.[at] ?? 0,
      }))
      return [message, items]
    }),
  )
}

/** Prices that nobody knows may have one. */
function hasWritePrice(prices: ModelPrices | null): boolean {
  return prices === null || prices.cacheWrites !== undefined
}
