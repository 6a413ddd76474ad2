import type { ModelVendor } from '../../../shared/models/model-profile-types.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { CompletionRequest } from '../../kernel/language-model.ts'
import { computeWorstCase, type WorstCase } from '../../kernel/pricing/compute-worst-case.ts'

/** Anthropic's tokenizer gave up to 1.3 times our count on real tasks; the others use one like ours. */
const inputMargins: Readonly<Record<ModelVendor, number>> = {
  anthropic: 1.35,
  openai: 1.05,
  'openai-compatible': 1.05,
  recorded: 1,
}

/** What a request holds besides its texts: roles and separators, which matter in small requests only. */
const framingTokens = 64

/** The most that a request can cost: all input at its dearest, and as much output as is allowed. US dollars. */
export function computeWorstCallCost(
  { inputTokens, maxTokens, compaction }: Pick<CompletionRequest, 'inputTokens' | 'maxTokens' | 'compaction'>,
  { vendor, prices }: { readonly vendor: ModelVendor; readonly prices: ModelPrices },
): WorstCase {
  const tokens = Math.ceil(inputTokens * inputMargins[vendor]) + framingTokens
  // A compaction that does not pause is followed by an answer, which reads the summary.
  const goesOn = compaction?.kind === 'anthropic-compact' && !compaction.pauses
  return goesOn
    ? computeWorstCase(tokens + maxTokens, 2 * maxTokens, prices)
    : computeWorstCase(tokens, maxTokens, prices)
}
