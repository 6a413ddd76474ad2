import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count,
  input_tokens_cache_write: count,
  reasoning_tokens: count,
  total_cost: z.number().nonnegative().nullish().catch(null),
})

/** Usage of a model call. Early versions had the cached tokens of some vendors in the input: the total tells. */
export function usageOf(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined || usage.input_tokens + usage.output_tokens === 0) return {}
  const { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning, total_cost: cost } = usage
  const { input_tokens_cache_read: cacheReads, input_tokens_cache_write: cacheWrites } = usage
  const cached = cacheReads + cacheWrites
  const isWithin = cached > 0 && cached <= input && usage.total_tokens === input + output
  return {
    tokensIn: isWithin ? input - cached : input,
    tokensOut: output,
    cacheReads,
    cacheWrites,
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
    isCacheApart: true,
    ...(typeof cost === 'number' ? { costUsd: cost } : {}),
  }
}
