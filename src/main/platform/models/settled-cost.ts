import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { ModelFailure, ModelFailureCode } from '../../kernel/language-model.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'

/** What was seen of a call by the time it ended. */
export type EndedCall = {
  /** The last report; null where there was none. */
  readonly usage: TokenUsage | null
  readonly answerCharacters: number
  /** It said that it was done. */
  readonly isWhole: boolean
  /** Null where it ended without one: whole, or given up by us. */
  readonly failure: ModelFailure | null
}

/** The server looked at the request and refused it: vendors bill nothing for that. */
const unbilledCodes: ReadonlySet<ModelFailureCode> = new Set([
  'authentication',
  'bad-request',
  'budget',
  'input-too-long',
  'overloaded',
  'rate-limit',
])

/** Fewer characters make a token in code and in other scripts than in English; 3 errs on the side of more tokens. */
const charactersPerToken = 3

const nothing: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/**
 * What a call that has ended did cost, or null where nobody can say: then its worst case stays reserved.
 *
 * - A whole answer costs what its usage says.
 * - A call that broke off or was given up costs the usage known so far, its output at least what was received:
 *   vendors report output only at the end, and bill what was written.
 * - A refused call (4xx, 429, 5xx before any answer) costs nothing, and neither does one that reached no server.
 * - Silence, a broken connection or a cancel before any report costs an unknown amount: the server may have begun.
 */
export function computeSettledCost(
  { usage, answerCharacters, isWhole, failure }: EndedCall,
  prices: ModelPrices,
): { readonly costUsd: number; readonly usage: TokenUsage } | null {
  if (usage !== null) {
    const received = Math.ceil(answerCharacters / charactersPerToken)
    const billed = isWhole ? usage : { ...usage, output: Math.max(usage.output, received) }
    return { costUsd: computeCost(billed, prices).costUsd, usage: billed }
  }
  const wasRefused =
    failure !== null && answerCharacters === 0 && (failure.isUnsent || unbilledCodes.has(failure.code))
  return wasRefused ? { costUsd: 0, usage: nothing } : null
}
