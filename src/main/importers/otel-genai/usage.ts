import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { numberOf, textOf } from '../json/fields.ts'
import type { Span } from './spans.ts'

const input = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.promptTokens',
  'ai.usage.inputTokens',
]
const output = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.completionTokens',
  'ai.usage.outputTokens',
]
const reads = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'llm.token_count.prompt_details.cache_read',
  'ai.usage.cachedInputTokens',
]
const writes = [
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'llm.token_count.prompt_details.cache_write',
]
const reasoning = [
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.usage.reasoning_tokens',
  'llm.token_count.completion_details.reasoning',
  'ai.usage.reasoningTokens',
]
const cost = ['gen_ai.usage.cost', 'llm.cost.total']
const models = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.model.id']

/**
 * The usage of a model call. The convention counts cached tokens as input; where there are more of them than input, the
 * exporter did not.
 */
export function usageOfSpan({ attributes, start, failure }: Span): RequestUsage {
  const first = (keys: readonly string[]): number | null =>
    keys.map((key) => numberOf(attributes[key])).find((value) => value !== null && value >= 0) ?? null
  const model = models.map((key) => textOf(attributes[key])).find((value) => value !== null)
  const [tokensIn, tokensOut] = [first(input), first(output)]
  const [cacheReads, cacheWrites] = [first(reads), first(writes)]
  const cached = (cacheReads ?? 0) + (cacheWrites ?? 0)
  const [reasoningTokens, costUsd] = [first(reasoning), first(cost)]
  return {
    ts: start,
    ...(model === undefined ? {} : { modelId: model }),
    ...(tokensIn === null
      ? {}
      : { tokensIn: cached > tokensIn ? tokensIn : tokensIn - cached, isCacheApart: true }),
    ...(tokensOut === null ? {} : { tokensOut }),
    ...(cacheReads === null ? {} : { cacheReads }),
    ...(cacheWrites === null ? {} : { cacheWrites }),
    ...(reasoningTokens === null ? {} : { reasoningTokens }),
    ...(costUsd === null ? {} : { costUsd }),
    ...(failure === null ? {} : { failureText: failure }),
  }
}
