import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const usageSchema = z.object({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  cacheWrite1h: count,
  reasoning: count,
  cost: z.object({ total: count }).catch({ total: 0 }),
})

/** Usage as pi records it, whose input is without the cached tokens; nothing where there is none. */
export function usageOf(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined) return {}
  return {
    tokensIn: usage.input,
    tokensOut: usage.output,
    cacheReads: usage.cacheRead,
    cacheWrites: usage.cacheWrite,
    ...(usage.cacheWrite1h > 0 ? { cacheWrites1h: usage.cacheWrite1h } : {}),
    ...(usage.reasoning > 0 ? { reasoningTokens: usage.reasoning } : {}),
    isCacheApart: true,
    // Of a model without a known price pi says that it costs nothing.
    ...(usage.cost.total > 0 ? { costUsd: usage.cost.total } : {}),
  }
}
