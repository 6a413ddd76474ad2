import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import { computeCost } from './cost.ts'

export type WorstCase = {
  readonly costUsd: number
  /** Kinds of token without which no limit can be kept, and which have no price. */
  readonly missing: readonly ('input' | 'output')[]
}

const none: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** The most that so many tokens can cost: all input at its dearest, and all output that is allowed. US dollars. */
export function computeWorstCase(inputTokens: number, maxTokens: number, prices: ModelPrices): WorstCase {
  const plain = computeCost({ ...none, input: inputTokens, output: maxTokens }, prices)
  const written = computeCost({ ...none, cacheWrites: inputTokens, output: maxTokens }, prices)
  const missing = (['input', 'output'] as const).filter((kind) => plain.missing.includes(kind))
  return { costUsd: Math.max(plain.costUsd, written.costUsd), missing }
}
