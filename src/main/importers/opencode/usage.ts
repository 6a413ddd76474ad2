import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().catch(0)

const tokensSchema = z.object({
  total: z.number().nonnegative().nullish().catch(null),
  input: count,
  output: count,
  reasoning: count,
  cache: z.object({ read: count, write: count }).catch({ read: 0, write: 0 }),
})

type Tokens = Readonly<z.infer<typeof tokensSchema>>

function tokensOf(value: unknown): Tokens | null {
  const tokens = tokensSchema.safeParse(value).data
  if (tokens === undefined) return null
  const { input, output, reasoning, cache } = tokens
  return input + output + reasoning + cache.read + cache.write > 0 ? tokens : null
}

/** Usage of a model call; nothing where it came to no end. Reasoning is beside the output, but for older versions. */
export function usageOf(tokens: unknown, cost: unknown): RequestUsage {
  const used = tokensOf(tokens)
  if (used === null) return {}
  const { total, input, output, reasoning, cache } = used
  const isWithin = total === input + output + cache.read + cache.write
  return {
    tokensIn: input,
    tokensOut: isWithin ? output : output + reasoning,
    cacheReads: cache.read,
    cacheWrites: cache.write,
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
    isCacheApart: true,
    ...(typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? { costUsd: cost } : {}),
  }
}

/** What the agent compares with the window of the model: all that a call sent and got back. */
export function contextTokensOf(tokens: unknown): number | null {
  const used = tokensOf(tokens)
  if (used === null) return null
  return used.total || used.input + used.output + used.cache.read + used.cache.write
}
