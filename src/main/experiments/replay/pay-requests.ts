import type { Message } from '../../../shared/domain/message.ts'
import type { ReplayRequest } from '../../../shared/domain/replay.ts'
import { costOf } from '../../engine/pricing/cost.ts'
import { createPrefixCache } from './prefix-cache.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'

/** Pays for the requests of a task one after the other, each with the history that is sent with it. */
export function payRequests(
  { steps, itemsOf, cacheStyle }: Pick<ReplayTask, 'steps' | 'itemsOf' | 'cacheStyle'>,
  historyAt: (step: ReplayStep, index: number) => readonly Message[],
): ReplayRequest[] {
  const cache = createPrefixCache(cacheStyle)
  return steps.map((step, index) => {
    const items = [step.prefix, ...itemsOf(historyAt(step, index)).flat()]
    const { warmTokens } = step.cache
    // What others had warmed is the beginning of what was recorded as sent.
    const warmable =
      warmTokens === 0 ? 0 : commonTokens(items, [step.prefix, ...itemsOf(step.recorded).flat()])
    const limit = { ...step.cache, warmTokens: Math.min(warmTokens, warmable) }
    const sent = cache.send(items, step.ts, limit)
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
      contextTokens: items.reduce((sum, item) => sum + item.tokens, 0),
      byKind: byKind(items),
      tokens,
      costUsd: step.prices === null ? 0 : costOf(usage, step.prices).costUsd,
    }
  })
}

function commonTokens(items: readonly ReplayItem[], others: readonly ReplayItem[]): number {
  const end = items.findIndex(({ key }, at) => key !== others[at]?.key)
  return items.slice(0, end < 0 ? items.length : end).reduce((sum, { tokens }) => sum + tokens, 0)
}

function byKind(items: readonly ReplayItem[]): ReplayRequest['byKind'] {
  const sums: Partial<Record<ReplayItem['kind'], number>> = {}
  for (const { kind, tokens } of items) sums[kind] = (sums[kind] ?? 0) + tokens
  return sums
}
