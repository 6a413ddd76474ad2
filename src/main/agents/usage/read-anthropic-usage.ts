import { z } from 'zod'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown, omitZero } from '../json/fields.ts'
import { count, perhaps } from './figures.ts'
import { findUnpricedTerms } from './pricing-terms.ts'

const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: perhaps,
  cache_creation_input_tokens: perhaps,
  cache_creation: z
    .object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })
    .nullish()
    .catch(null),
})

/** The usage of one of Anthropic's responses, whose input is without the cached tokens; nothing where it has none. */
export function readAnthropicUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined) return {}
  const { ephemeral_5m_input_tokens: brief = 0, ephemeral_1h_input_tokens: hourly = 0 } =
    usage.cache_creation ?? {}
  // Some gateways leave the sum out.
  const { cache_read_input_tokens: cacheReads, cache_creation_input_tokens: written } = usage
  const cacheWrites = written || (usage.cache_creation == null ? written : brief + hourly)
  const cacheWrites1h = Math.min(hourly, cacheWrites ?? 0)
  return {
    tokensIn: usage.input_tokens,
    tokensOut: usage.output_tokens,
    ...omitUnknown({ cacheReads, cacheWrites, cacheWrites1h: omitZero(cacheWrites1h) }),
    isCacheApart: true,
    ...findUnpricedTerms(value),
  }
}
