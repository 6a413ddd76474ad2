import type { Message } from '../../shared/domain/message.ts'
import type { ModelPrices } from '../../shared/domain/pricing.ts'
import type { MatchedRequest } from '../record/requests/match-requests.ts'
import type { TokenCounter } from '../engine/tokens/token-counter.ts'
import { cacheStylesOf } from './cache-style.ts'
import { createContextWalk, createMomentOf } from '../record/requests/context-walk.ts'
import { ownFirings } from '../record/condensations/own-condensations.ts'
import type { KnownPrices } from '../record/prices/price-variants.ts'
import { noLimit, type CacheLimit } from './prefix-cache.ts'
import { neverCondensed, type RecordedTask } from '../record/recorded-task.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'
import { requestModels } from '../record/prices/models-for-prices.ts'
import { pricesAt, requestPrices } from '../record/prices/request-prices.ts'
import { weighTask, type WeighedTask, type WeighingBasis } from '../record/overhead/size-task.ts'
import { payRecorded } from './pay-requests.ts'
import type { Part } from '../../shared/domain/part.ts'
import { fnv1a } from '../../shared/lib/fnv1a.ts'
import { asToolResult, blocksOf } from '../engine/history/blocks.ts'
import { splitHistory } from '../engine/history/split-parts.ts'
import { partTokens } from '../engine/tokens/count-parts.ts'

/** Gives parts and prefixes their keys: one for each text, whatever message holds it. */
type ItemKeys = {
  readonly ofPart: (message: Message, part: Part) => number
  readonly ofPrefix: (name: string) => number
}

/** A request that read less than this share of what was kept met a cache that had lost it, not one that lags. */
const lagShare = 0.5

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

/**
 * Takes over what the record says of the cache and no model can know: that a request found less than was kept (the
 * vendor had dropped it, or sent the request elsewhere), or more than the task had written (others share its system
 * prompt, or a request that is not played had been kept all the same); and that some of what was new was not written
 * (agents leave their last message out, and gateways send a request where nothing is kept). It would have been so under
 * any policy, as far as that sends the same.
 */
function takeRecordedMisses(task: ReplayTask): ReplayTask {
  const modelled = payRecorded(task)
  const steps = task.steps.map((step, index) => {
    if (step.usage === null) return step
    const { cacheReads, input: unwrittenTokens } = step.usage
    const found = modelled[index]?.tokens.cacheRead ?? 0
    const cache = { ...noLimit, ...limitOf(found, cacheReads), unwrittenTokens }
    return { ...step, cache, cacheSurpriseTokens: Math.abs(found - cacheReads) }
  })
  return { ...task, steps }
}

function limitOf(found: number, cacheReads: number): Partial<CacheLimit> {
  if (cacheReads > found) return { warmTokens: cacheReads }
  if (cacheReads < lagShare * found) return { atMostTokens: cacheReads }
  return found === 0 ? {} : { shortTokens: found - cacheReads, shortShare: (found - cacheReads) / found }
}

/** Keys for one replay. Texts are looked up as they are: a copy of each would double a large history. */
function createItemKeys(): ItemKeys {
  const byGroup = new Map<string, Map<string, number>>()
  let count = 0
  const keyOf = (group: string, text: string): number => {
    const keys = byGroup.get(group) ?? new Map<string, number>()
    byGroup.set(group, keys)
    const known = keys.get(text) ?? count
    if (known === count) {
      keys.set(text, known)
      count += 1
    }
    return known
  }
  return {
    ofPart: (message, part) =>
      part.kind === 'image'
        ? keyOf(`image of ${message.role}`, imageName(message, part))
        : keyOf(message.role, part.text),
    ofPrefix: (name) => keyOf('prefix', name),
  }
}

/** Short and the same for the same data; images may be megabytes. */
function imageName(message: Message, { blockIndex, nestedIndex }: Part): string {
  const block = blocksOf(message)[blockIndex]
  const content = block === undefined ? undefined : asToolResult(block)?.content
  const nested = nestedIndex !== undefined && Array.isArray(content) ? content[nestedIndex] : undefined
  const data = JSON.stringify(nested ?? block ?? null)
  return `${data.length} ${fnv1a(data)}`
}

/**
 * Items of histories. Messages that were weighed keep their tokens; of others, which a condensation wrote, parts that
 * stood in a weighed message keep theirs, and new ones are counted and take the slope.
 */
function createItemsOf(
  weighed: ReadonlyMap<Message, readonly ReplayItem[]>,
  keys: ItemKeys,
  counter: TokenCounter,
  slope: number,
): (messages: readonly Message[]) => readonly (readonly ReplayItem[])[] {
  const tokensOfKey = new Map([...weighed.values()].flat().map(({ key, tokens }) => [key, tokens]))
  const written = new WeakMap<Message, readonly ReplayItem[]>()
  const itemOf = (message: Message, part: Part): ReplayItem => {
    const key = keys.ofPart(message, part)
    const tokens = tokensOfKey.get(key) ?? Math.round(slope * partTokens(part, counter))
    return { key, kind: part.kind, tokens }
  }
  // What a request pays is asked of the same list more than once.
  let last: { readonly of: readonly Message[]; readonly items: readonly (readonly ReplayItem[])[] } | null =
    null
  return (messages) => {
    if (last?.of === messages) return last.items
    let parts: readonly (readonly Part[])[] | null = null
    const items = messages.map((message, index) => {
      const known = weighed.get(message) ?? written.get(message)
      if (known !== undefined) return known
      parts ??= splitHistory(messages)
      const own = (parts[index] ?? []).map((part) => itemOf(message, part))
      written.set(message, own)
      return own
    })
    last = { of: messages, items }
    return items
  }
}
