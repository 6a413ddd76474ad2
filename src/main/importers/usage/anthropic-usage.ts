import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish().catch(null),
})

/** The usage of one of Anthropic's responses, whose input is without the cached tokens; nothing where it has none. */
export function anthropicUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined) return {}
  const hourly = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  return {
    tokensIn: usage.input_tokens,
    tokensOut: usage.output_tokens,
    cacheReads: usage.cache_read_input_tokens,
    cacheWrites: usage.cache_creation_input_tokens,
    ...(hourly > 0 ? { cacheWrites1h: hourly } : {}),
    isCacheApart: true,
  }
}
