import type { Message } from '../../shared/domain/message.ts'
import type { ReplayRequest } from '../../shared/domain/replay.ts'
import { knownCostOf } from '../engine/pricing/cost.ts'
import { createPrefixCache, type PrefixCache } from './prefix-cache.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'

type Items = readonly (readonly ReplayItem[])[]

/** What one request costs with a history, which it leaves in the cache. */
export function payRequest(
  { itemsOf }: Pick<ReplayTask, 'itemsOf'>,
  step: ReplayStep,
  history: readonly Message[],
  cache: PrefixCache,
): Omit<ReplayRequest, 'byKind'> {
  const items = [[step.prefix], ...itemsOf(history)]
  const { warmTokens } = step.cache
  // What others had warmed is the beginning of what was recorded as sent.
  const warmable = warmTokens === 0 ? 0 : commonTokens(items, [[step.prefix], ...itemsOf(step.recorded)])
  const limit = { ...step.cache, warmTokens: Math.min(warmTokens, warmable) }
  const sent = cache.send(items, step.ts, limit, step.cacheStyle)
  const tokens = { ...sent, output: step.outputTokens }
  const usage = {
    input: tokens.uncached,
    output: tokens.output,
    cacheWrites: tokens.cacheWrite,
    cacheReads: tokens.cacheRead,
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
