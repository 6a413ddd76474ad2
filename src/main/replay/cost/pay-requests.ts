import { sumKnown } from '../../../shared/lib/numbers.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { DerivedPrice, ReplayRequest } from '../../../shared/domain/replay.ts'
import { knownCostOf } from '../../engine/pricing/cost.ts'
import { createPrefixCache, type PrefixCache } from './prefix-cache.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from '../replay-task.ts'

type Items = readonly (readonly ReplayItem[])[]

/** What one request costs with a history, which it leaves in the cache. */
export function payRequest(
  { itemsOf }: Pick<ReplayTask, 'itemsOf'>,
  step: ReplayStep,
  history: readonly Message[],
  cache: PrefixCache,
): Omit<ReplayRequest, 'byKind'> {
  const items = [[step.prefix], ...itemsOf(history)]
  const { sharedTokens } = step.cache
  // What others had cached is the beginning of what was recorded as sent.
  const shareable = sharedTokens === 0 ? 0 : commonTokens(items, [[step.prefix], ...itemsOf(step.recorded)])
  const limit = { ...step.cache, sharedTokens: Math.min(sharedTokens, shareable) }
  const sent = cache.send(items, step.ts, limit, step.cacheStyle)
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
    costUsd: knownCostOf(usage, step.prices),
  }
}

/** The same with the tokens by kind of part. */
export function payRequestByKind(
  task: Pick<ReplayTask, 'itemsOf'>,
  step: ReplayStep,
  history: readonly Message[],
  cache: PrefixCache,
): ReplayRequest {
  const byKind = tokensByKind([[step.prefix], ...task.itemsOf(history)])
  return { ...payRequest(task, step, history, cache), byKind }
}

/** Pays for all that was recorded as sent. */
export function payRecorded(task: Pick<ReplayTask, 'itemsOf' | 'steps' | 'cacheStyle'>): ReplayRequest[] {
  const cache = createPrefixCache(task.cacheStyle)
  return task.steps.map((step) => payRequestByKind(task, step, step.recorded, cache))
}

function commonTokens(items: Items, others: Items): number {
  const [own, other] = [items.flat(), others.flat()]
  const end = own.findIndex(({ key }, at) => key !== other[at]?.key)
  return own.slice(0, end < 0 ? own.length : end).reduce((sum, { tokens }) => sum + tokens, 0)
}

function tokensByKind(groups: Items): ReplayRequest['byKind'] {
  const sums: Partial<Record<ReplayItem['kind'], number>> = {}
  for (const items of groups) for (const { kind, tokens } of items) sums[kind] = (sums[kind] ?? 0) + tokens
  return sums
}

/** What the whole record comes to when it is played; null where nothing can be, or no prices are known. */
export function playedCost(task: ReplayTask, replayed: readonly ReplayRequest[]): number | null {
  return replayed.length === 0
    ? null
    : sumKnown([...replayed.map(({ costUsd }) => costUsd), ...ownCosts(task)])
}

/** What the agent's own condensations cost, as far as it was recorded. */
export function ownCosts({ steps }: Pick<ReplayTask, 'steps'>): readonly number[] {
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
export function derivedPricesOf(
  step: Pick<ReplayStep, 'priceEvidence'> | undefined,
): readonly DerivedPrice[] {
  return step?.priceEvidence.kind === 'derived' ? step.priceEvidence.derived : []
}
