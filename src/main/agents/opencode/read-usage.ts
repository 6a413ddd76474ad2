import { z } from 'zod'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown, omitZero } from '../json/fields.ts'
import { count, needed, nest, perhaps } from '../usage/figures.ts'

const tokensSchema = z.object({
  total: z.number().nonnegative().nullish().catch(null),
  input: needed,
  output: count,
  reasoning: count,
  cache: nest({ read: perhaps, write: perhaps }),
})

type Tokens = Readonly<z.infer<typeof tokensSchema>>

function readTokens(value: unknown): Tokens | null {
  const tokens = tokensSchema.safeParse(value).data
  if (tokens === undefined) return null
  return tokens.input + tokens.output + tokens.reasoning + sumCached(tokens) > 0 ? tokens : null
}

function sumCached({ cache }: Tokens): number {
  return (cache.read ?? 0) + (cache.write ?? 0)
}

/** Usage of a model call; nothing where it came to no end. Reasoning is beside the output, but for older versions. */
export function readCallUsage(tokens: unknown, cost: unknown): RequestUsage {
  const used = readTokens(tokens)
  if (used === null) return {}
  const { total, input, output, reasoning, cache } = used
  const isWithin = total === input + output + sumCached(used)
  return {
    tokensIn: input,
    tokensOut: isWithin ? output : output + reasoning,
    ...omitUnknown({
      cacheReads: cache.read,
      cacheWrites: cache.write,
      reasoningTokens: omitZero(reasoning),
    }),
    isCacheApart: true,
    ...(typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? { costUsd: cost } : {}),
  }
}

/** What the agent compares with the window of the model: all that a call sent and got back. */
export function countContextTokens(tokens: unknown): number | null {
  const used = readTokens(tokens)
  if (used === null) return null
  return used.total || used.input + used.output + sumCached(used)
}
