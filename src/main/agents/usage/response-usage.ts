import { z } from 'zod'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { count, money, nest, perhaps } from './figures.ts'

type Figures = Readonly<{
  /** All that was sent, cached tokens in it. */
  sent: number
  /** Left out where nobody recorded them, as the next ones. */
  cacheReads: number | undefined
  cacheWrites: number | undefined
  /** All that came back, reasoning in it. */
  received: number
  reasoning: number
  costUsd?: number | null | undefined
}>

/**
 * Figures with cached tokens in the input, as a request that keeps them apart; nothing where all are zero. Nobody sends
 * nothing: an input of 0 was not recorded.
 */
function toSeparateUsage(figures: Figures): RequestUsage {
  const { sent, received, reasoning, costUsd } = figures
  if (sent + received === 0) return {}
  const cacheReads = Math.min(sent, figures.cacheReads ?? 0)
  const cacheWrites = Math.min(sent - cacheReads, figures.cacheWrites ?? 0)
  const cached = {
    ...(figures.cacheReads === undefined ? {} : { cacheReads }),
    ...(figures.cacheWrites === undefined ? {} : { cacheWrites }),
  }
  return {
    ...(sent === 0 ? {} : { tokensIn: sent - cacheReads - cacheWrites, ...cached }),
    tokensOut: received,
    ...(reasoning > 0 ? { reasoningTokens: Math.min(received, reasoning) } : {}),
    isCacheApart: true,
    ...(typeof costUsd === 'number' ? { costUsd } : {}),
  }
}

const chatSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: nest({ cached_tokens: perhaps, cache_write_tokens: perhaps }),
  completion_tokens_details: nest({ reasoning_tokens: count }),
  prompt_cache_hit_tokens: perhaps,
  cache_creation_input_tokens: perhaps,
  cost: money,
})

/** Usage of a chat completion. Some vendors count reasoning beside the output: their total tells. */
export function readChatUsage(value: unknown): RequestUsage {
  const usage = chatSchema.safeParse(value).data
  if (usage === undefined) return {}
  const { prompt_tokens_details: sent, completion_tokens_details: received } = usage
  const reasoning = received.reasoning_tokens
  const isBeside =
    reasoning > 0 && usage.total_tokens === usage.prompt_tokens + usage.completion_tokens + reasoning
  return toSeparateUsage({
    sent: usage.prompt_tokens,
    cacheReads: sent.cached_tokens || (usage.prompt_cache_hit_tokens ?? sent.cached_tokens),
    cacheWrites: sent.cache_write_tokens || (usage.cache_creation_input_tokens ?? sent.cache_write_tokens),
    received: usage.completion_tokens + (isBeside ? reasoning : 0),
    reasoning,
    costUsd: usage.cost,
  })
}

const responsesSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: nest({ cached_tokens: perhaps, cache_write_tokens: perhaps }),
  output_tokens_details: nest({ reasoning_tokens: count }),
  cost: money,
})

/** Usage of OpenAI's Responses, whose input has the cached tokens and whose output the reasoning in it. */
export function readResponsesUsage(value: unknown): RequestUsage {
  const usage = responsesSchema.safeParse(value).data
  if (usage === undefined) return {}
  return toSeparateUsage({
    sent: usage.input_tokens,
    cacheReads: usage.input_tokens_details.cached_tokens,
    cacheWrites: usage.input_tokens_details.cache_write_tokens,
    received: usage.output_tokens,
    reasoning: usage.output_tokens_details.reasoning_tokens,
    costUsd: usage.cost,
  })
}

const geminiSchema = z.object({
  promptTokenCount: count,
  cachedContentTokenCount: perhaps,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  toolUsePromptTokenCount: count,
})

/** Usage of Gemini, whose thoughts are beside its output. */
export function readGeminiUsage(value: unknown): RequestUsage {
  const usage = geminiSchema.safeParse(value).data
  if (usage === undefined) return {}
  return toSeparateUsage({
    sent: usage.promptTokenCount + usage.toolUsePromptTokenCount,
    cacheReads: usage.cachedContentTokenCount,
    cacheWrites: undefined,
    received: usage.candidatesTokenCount + usage.thoughtsTokenCount,
    reasoning: usage.thoughtsTokenCount,
  })
}

const flatSdkSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  promptTokens: count,
  completionTokens: count,
  cachedInputTokens: perhaps,
  reasoningTokens: count,
})

const nestedSdkSchema = z.object({
  inputTokens: z.object({ total: count, noCache: count, cacheRead: perhaps, cacheWrite: perhaps }),
  outputTokens: z.object({ total: count, reasoning: count }),
})

/** Usage as the AI SDK reports it, in its flat or its nested form. More cached tokens than input are beside it. */
export function readSdkUsage(value: unknown): RequestUsage {
  const nested = nestedSdkSchema.safeParse(value).data
  if (nested !== undefined) {
    const { inputTokens: sent, outputTokens: received } = nested
    return toSeparateUsage({
      sent: Math.max(sent.total, sent.noCache + (sent.cacheRead ?? 0) + (sent.cacheWrite ?? 0)),
      cacheReads: sent.cacheRead,
      cacheWrites: sent.cacheWrite,
      received: received.total,
      reasoning: received.reasoning,
    })
  }
  const usage = flatSdkSchema.safeParse(value).data
  if (usage === undefined) return {}
  const input = usage.inputTokens || usage.promptTokens
  const cached = usage.cachedInputTokens ?? 0
  return toSeparateUsage({
    sent: input >= cached ? input : input + cached,
    cacheReads: usage.cachedInputTokens,
    cacheWrites: undefined,
    received: usage.outputTokens || usage.completionTokens,
    reasoning: usage.reasoningTokens,
  })
}
