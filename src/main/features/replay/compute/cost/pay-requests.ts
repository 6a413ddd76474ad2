import type { Message } from '../../../../../shared/kernel/message.ts'
import { sumKnown } from '../../../../../shared/kernel/numbers.ts'
import type { DerivedPrice, ReplayRequest } from '../../../../../shared/replay/types.ts'
import { computeKnownCost } from '../../../../kernel/pricing/cost.ts'
import { isContinuation, listSentMessages } from '../collect-sent-messages.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from '../replay-task.ts'
import {
  createPrefixCache,
  type CacheItem,
  type CacheLimit,
  type PrefixCache,
  type SentTokens,
} from './prefix-cache.ts'

type Items = readonly (readonly ReplayItem[])[]
type Groups = readonly (readonly CacheItem[])[]

/** What one request costs with a history, which it leaves in the cache. */
export function payRequest(
  task: Pick<ReplayTask, 'buildItems'>,
  step: ReplayStep,
  history: readonly Message[],
  cache: PrefixCache,
): Omit<ReplayRequest, 'byKind'> {
  const items = [[step.prefix], ...task.buildItems(history)]
  const limit = findCacheLimit(task, step, () => [items])
  return chargeRequest(step, cache.send(items, step.ts, limit, step.cacheStyle))
}

/** What one request costs that sends what the one before it did, with items of messages after it. */
export function payMore(
  task: Pick<ReplayTask, 'buildItems'>,
  step: ReplayStep,
  added: Items,
  cache: PrefixCache,
): Omit<ReplayRequest, 'byKind'> {
  const first = [step.prefix]
  const limit = findCacheLimit(task, step, () => [[first], cache.sent().slice(1), added])
  return chargeRequest(step, cache.sendMore(first, added, step.ts, limit, step.cacheStyle))
}

/** What others had cached is the beginning of what was recorded as sent. `sent` are lists one behind another. */
function findCacheLimit(
  { buildItems }: Pick<ReplayTask, 'buildItems'>,
  step: ReplayStep,
  sent: () => readonly Groups[],
): CacheLimit {
  const { sharedTokens } = step.cache
  if (sharedTokens === 0) return step.cache
  return {
    ...step.cache,
    sharedTokens: countCommonTokens(sent(), iterateRecordedItems(step, buildItems), sharedTokens),
  }
}

/** Messages of a record that are looked at first: most histories differ from it early, or hardly at all. */
const firstMessages = 32

/** What was recorded as sent, item by item. */
function* iterateRecordedItems(
  { prefix, recorded }: ReplayStep,
  itemsOf: ReplayTask['buildItems'],
): Generator<CacheItem, void> {
  yield prefix
  const { list, count } = recorded
  const first = Math.min(count, firstMessages)
  for (const items of itemsOf(list.slice(0, first))) yield* items
  const groups = first < count ? itemsOf(list) : []
  for (let at = first; at < count; at += 1) yield* groups[at] ?? []
}

/** Tokens of the beginning that both have, at most so many. */
function countCommonTokens(
  lists: readonly Groups[],
  others: Iterator<CacheItem, void>,
  most: number,
): number {
  let tokens = 0
  for (const groups of lists)
    for (const items of groups)
      for (const item of items) {
        if (item.key !== others.next().value?.key) return Math.min(tokens, most)
        tokens += item.tokens
        if (tokens >= most) return most
      }
  return Math.min(tokens, most)
}

function chargeRequest(step: ReplayStep, sent: SentTokens): Omit<ReplayRequest, 'byKind'> {
  const tokens = { ...sent, output: step.outputTokens }
  const usage = {
    input: tokens.uncached,
    output: tokens.output,
    cacheWrites: tokens.cacheWrite,
    cacheReads: tokens.cacheRead,
    cacheWrites1h: tokens.cacheWrite1h ?? 0,
  }
  return {
    request: step.request,
    ts: step.ts,
    contextTokens: tokens.uncached + tokens.cacheWrite + tokens.cacheRead,
    tokens,
    costUsd: computeKnownCost(usage, step.prices),
  }
}

/** The same with the tokens by kind of part. */
export function payRequestByKind(
  task: Pick<ReplayTask, 'buildItems'>,
  step: ReplayStep,
  history: readonly Message[],
  cache: PrefixCache,
): ReplayRequest {
  const byKind = sumTokensByKind([[step.prefix], ...task.buildItems(history)])
  return { ...payRequest(task, step, history, cache), byKind }
}

/** Pays for all that was recorded as sent. */
export function payRecorded(task: Pick<ReplayTask, 'buildItems' | 'steps' | 'cacheStyle'>): ReplayRequest[] {
  const cache = createPrefixCache(task.cacheStyle)
  let before: { readonly step: ReplayStep; readonly request: ReplayRequest } | null = null
  return task.steps.map((step): ReplayRequest => {
    const request = payAfter(before, task, step, cache)
    before = { step, request }
    return request
  })
}

/**
 * Pays for what the record sent with a request, most often what it had sent with the one before and some messages behind
 * it. Nothing else may have been sent to the cache since.
 */
export function payAfter(
  before: { readonly step: ReplayStep; readonly request: ReplayRequest } | null,
  task: Pick<ReplayTask, 'buildItems'>,
  step: ReplayStep,
  cache: PrefixCache,
): ReplayRequest {
  const { recorded } = step
  if (before === null || !isContinuation(before.step.recorded, recorded))
    return payRequestByKind(task, step, listSentMessages(recorded), cache)
  const added = task.buildItems(recorded.list).slice(before.step.recorded.count, recorded.count)
  const byKind = withMoreOfKinds(before.request.byKind, step, added)
  return { ...payMore(task, step, added, cache), byKind }
}

/** Tokens by kind of a request that sends what the one before it did, with items after it. */
export function withMoreOfKinds(
  before: ReplayRequest['byKind'],
  { prefix }: ReplayStep,
  added: Items,
): ReplayRequest['byKind'] {
  return addKinds({ ...before, prefix: prefix.tokens }, added)
}

function sumTokensByKind(groups: Items): ReplayRequest['byKind'] {
  return addKinds({}, groups)
}

function addKinds(sums: Partial<Record<ReplayItem['kind'], number>>, groups: Items): ReplayRequest['byKind'] {
  for (const items of groups) for (const { kind, tokens } of items) sums[kind] = (sums[kind] ?? 0) + tokens
  return sums
}

/** What the whole record comes to when it is played; null where nothing can be, or no prices are known. */
export function computePlayedCost(task: ReplayTask, replayed: readonly ReplayRequest[]): number | null {
  return replayed.length === 0
    ? null
    : sumKnown([...replayed.map(({ costUsd }) => costUsd), ...listOwnCosts(task)])
}

/** What the agent's own condensations cost, as far as it was recorded. */
export function listOwnCosts({ steps }: Pick<ReplayTask, 'steps'>): readonly number[] {
  return steps.flatMap(({ ownCondensations }) => ownCondensations.map(({ costUsd }) => costUsd ?? 0))
}

/** Whether nothing that was recorded says what a request cost, so that whatever it is played at is an estimate. */
export function isEstimated({ usage, costUsd }: ReplayStep): boolean {
  return usage === null || costUsd === null
}

/** Whether the prices of a request were taken from its own cost, so that no agreement says anything. */
export function isCircular({ priceEvidence }: Pick<ReplayStep, 'priceEvidence'>): boolean {
  return priceEvidence.kind === 'derived' && priceEvidence.isCircular
}

/** Prices at a request that no cost tells, and what they were derived from. */
export function listDerivedPrices(
  step: Pick<ReplayStep, 'priceEvidence'> | undefined,
): readonly DerivedPrice[] {
  return step?.priceEvidence.kind === 'derived' ? step.priceEvidence.derived : []
}
