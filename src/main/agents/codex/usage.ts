import { z } from 'zod'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown, omitZero } from '../json/fields.ts'
import { count, needed, perhaps } from '../usage/figures.ts'

const tokenUsageSchema = z.object({
  input_tokens: needed,
  cached_input_tokens: perhaps,
  cache_write_input_tokens: perhaps,
  output_tokens: count,
  reasoning_output_tokens: count,
  total_tokens: count,
})

/** Tokens of one response, or of all so far. Cached tokens are part of the input, reasoning is part of the output. */
export type TokenUsage = z.infer<typeof tokenUsageSchema>

/** Reads figures as Codex writes them; null where a value has none. */
export function readTokenUsage(value: unknown): TokenUsage | null {
  const usage = tokenUsageSchema.safeParse(value).data
  return usage === undefined || Object.values(usage).every((figure) => figure === 0 || figure === undefined)
    ? null
    : usage
}

/** What a request used, cached tokens apart. */
export function toRequestUsage(usage: TokenUsage): RequestUsage {
  const { input_tokens, cached_input_tokens, cache_write_input_tokens, reasoning_output_tokens } = usage
  const cacheReads = Math.min(input_tokens, cached_input_tokens ?? 0)
  const cacheWrites = Math.min(input_tokens - cacheReads, cache_write_input_tokens ?? 0)
  return {
    tokensIn: input_tokens - cacheReads - cacheWrites,
    tokensOut: usage.output_tokens,
    ...(cached_input_tokens === undefined ? {} : { cacheReads }),
    ...(cache_write_input_tokens === undefined ? {} : { cacheWrites }),
    ...omitUnknown({ reasoningTokens: omitZero(reasoning_output_tokens) }),
    isCacheApart: true,
  }
}

/** The tokens that a total has grown by, for versions that write totals alone. */
export function computeUsageSince(total: TokenUsage, before: TokenUsage | null): TokenUsage {
  if (before === null) return total
  const computeGrowth = (now: number, then: number | undefined): number => Math.max(0, now - (then ?? 0))
  const computeFieldGrowth = (key: Exclude<keyof TokenUsage, `cache${string}`>): number =>
    computeGrowth(total[key], before[key])
  const { cached_input_tokens: read, cache_write_input_tokens: written } = total
  return {
    input_tokens: computeFieldGrowth('input_tokens'),
    cached_input_tokens: read === undefined ? undefined : computeGrowth(read, before.cached_input_tokens),
    cache_write_input_tokens:
      written === undefined ? undefined : computeGrowth(written, before.cache_write_input_tokens),
    output_tokens: computeFieldGrowth('output_tokens'),
    reasoning_output_tokens: computeFieldGrowth('reasoning_output_tokens'),
    total_tokens: computeFieldGrowth('total_tokens'),
  }
}

/** Whether two totals are the same: a report of one was repeated. */
export function isSameUsage(one: TokenUsage | null, other: TokenUsage | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
