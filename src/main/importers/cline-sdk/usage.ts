import { z } from 'zod'
import type { Message } from '../../../shared/domain/message.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const answerSchema = z.object({
  modelInfo: z.object({ id: z.string() }).nullish().catch(null),
  metrics: z
    .object({
      inputTokens: count,
      outputTokens: count,
      cacheReadTokens: count,
      cacheWriteTokens: count,
      cost: count,
    })
    .nullish()
    .catch(null),
})

/** The usage of an answer. What Cline calls input has the cached tokens in it. */
export function usageOf(answer: Message): RequestUsage {
  const { modelInfo, metrics } = answerSchema.safeParse(answer).data ?? {}
  const model = modelInfo == null ? {} : { modelId: modelInfo.id }
  if (metrics == null) return { ts: answer.ts, ...model }
  const cached = metrics.cacheReadTokens + metrics.cacheWriteTokens
  return {
    ts: answer.ts,
    ...model,
    // Less than what was cached cannot be all of it.
    tokensIn: metrics.inputTokens >= cached ? metrics.inputTokens - cached : metrics.inputTokens,
    tokensOut: metrics.outputTokens,
    cacheReads: metrics.cacheReadTokens,
    cacheWrites: metrics.cacheWriteTokens,
    isCacheApart: true,
    ...(metrics.cost > 0 ? { costUsd: metrics.cost } : {}),
  }
}

/** Tokens of all that a request sent; null where they are not recorded. */
export function contextOf({ tokensIn, cacheReads = 0, cacheWrites = 0 }: RequestUsage): number | null {
  return tokensIn === undefined ? null : tokensIn + cacheReads + cacheWrites
}
