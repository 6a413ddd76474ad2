import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'

const count = z.number().nonnegative().optional().catch(undefined)

const usageSchema = z.object({
  promptTokenCount: count,
  candidatesTokenCount: count,
  cachedContentTokenCount: count,
  thoughtsTokenCount: count,
  totalTokenCount: count,
})

const eventSchema = z.object({
  input_token_count: count,
  output_token_count: count,
  cached_content_token_count: count,
  thoughts_token_count: count,
  total_token_count: count,
})

/** The usage of an answer; nothing where there is none. */
export function usageOf(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  return usage?.promptTokenCount === undefined
    ? {}
    : figuresOf({
        input: usage.promptTokenCount,
        output: usage.candidatesTokenCount ?? 0,
        cached: usage.cachedContentTokenCount ?? 0,
        thoughts: usage.thoughtsTokenCount ?? 0,
        total: usage.totalTokenCount,
      })
}

/** The usage of a model call as the notes of the agent have it. */
export function usageOfEvent(value: unknown): RequestUsage {
  const usage = eventSchema.safeParse(value).data
  return usage?.input_token_count === undefined
    ? {}
    : figuresOf({
        input: usage.input_token_count,
        output: usage.output_token_count ?? 0,
        cached: usage.cached_content_token_count ?? 0,
        thoughts: usage.thoughts_token_count ?? 0,
        total: usage.total_token_count,
      })
}

type Counts = {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly thoughts: number
  readonly total: number | undefined
}

/** Some services count thoughts as output and some beside it: the total tells, else what Qwen Code itself takes for it. */
function figuresOf({ input, output, cached, thoughts, total }: Counts): RequestUsage {
  const isBeside = total === undefined ? output <= thoughts : total >= input + output + thoughts
  return {
    tokensIn: Math.max(0, input - cached),
    tokensOut: isBeside ? output + thoughts : output,
    cacheReads: Math.min(cached, input),
    cacheWrites: 0,
    ...(thoughts > 0 ? { reasoningTokens: thoughts } : {}),
    isCacheApart: true,
  }
}
