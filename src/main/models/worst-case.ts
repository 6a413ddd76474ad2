import type { ModelVendor } from '../../shared/domain/model-profile.ts'
import type { ModelPrices } from '../../shared/domain/pricing.ts'
import type { CompletionRequest } from '../engine/language-model.ts'
import { worstCase, type WorstCase } from '../engine/pricing/worst-case.ts'

/** Anthropic's tokenizer gave up to 1.3 times our count on real tasks; the others use one like ours. */
const inputMargins: Readonly<Record<ModelVendor, number>> = {
  anthropic: 1.35,
  openai: 1.05,
  'openai-compatible': 1.05,
  recorded: 1,
}
/** What a request holds besides its texts: roles and separators, which weigh in small requests only. */
const framingTokens = 64

/** The most that a request can cost: all input at its dearest, and as much output as is allowed. US dollars. */
export function worstCaseOf(
  { inputTokens, maxTokens }: Pick<CompletionRequest, 'inputTokens' | 'maxTokens'>,
  { vendor, prices }: { readonly vendor: ModelVendor; readonly prices: ModelPrices },
): WorstCase {
  const tokens = Math.ceil(inputTokens * inputMargins[vendor]) + framingTokens
  return worstCase(tokens, maxTokens, prices)
}
