import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const tokensSchema = z.object({
  input: count,
  output: count,
  cached: count,
  thoughts: count,
  tool: count,
})

/** The usage of one of Gemini CLI's answers; null where it recorded none. Input has the cached tokens, output no thoughts. */
export function usageOf(value: unknown): RequestUsage | null {
  const tokens = tokensSchema.safeParse(value).data
  if (tokens === undefined || tokens.input + tokens.output === 0) return null
  return {
    tokensIn: Math.max(0, tokens.input - tokens.cached) + tokens.tool,
    tokensOut: tokens.output + tokens.thoughts,
    cacheReads: Math.min(tokens.cached, tokens.input),
    cacheWrites: 0,
    ...(tokens.thoughts > 0 ? { reasoningTokens: tokens.thoughts } : {}),
    isCacheApart: true,
  }
}
