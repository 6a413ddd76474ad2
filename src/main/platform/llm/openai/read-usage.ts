import { z } from 'zod'
import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import { normaliseUsage } from '../../../kernel/pricing/cost.ts'

const countSchema = z.int().min(0).nullish()
const detailsSchema = z.object({ cached_tokens: countSchema, cache_write_tokens: countSchema }).nullish()

/** Chat Completions and Responses name the same things differently. Compatible servers leave out what they like. */
const usageSchema = z.union([
  z
    .object({
      prompt_tokens: z.int().min(0),
      completion_tokens: countSchema,
      prompt_tokens_details: detailsSchema,
    })
    .transform((usage) => ({
      input: usage.prompt_tokens,
      output: usage.completion_tokens,
      details: usage.prompt_tokens_details,
    })),
  z
    .object({ input_tokens: z.int().min(0), output_tokens: countSchema, input_tokens_details: detailsSchema })
    .transform((usage) => ({
      input: usage.input_tokens,
      output: usage.output_tokens,
      details: usage.input_tokens_details,
    })),
])

/** A report of either of OpenAI's interfaces, its cached tokens apart; undefined where it is none. */
export function readUsage(report: unknown): TokenUsage | undefined {
  const parsed = usageSchema.safeParse(report)
  if (!parsed.success) return undefined
  const { input, output, details } = parsed.data
  const cacheReads = details?.cached_tokens ?? 0
  const cacheWrites = details?.cache_write_tokens ?? 0
  return normaliseUsage({ input, output: output ?? 0, cacheWrites, cacheReads }, 'openai')
}
