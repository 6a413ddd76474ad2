import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel } from '../../../kernel/language-model.ts'
import { computeKnownCost } from '../../../kernel/pricing/cost.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import type { HeldPrefix } from '../compute/replay-policy.ts'

/** What the task's own model would charge for what the built-in summariser condenses. */
export type Tariff = {
  /** Prices of the request before which is condensed; null where none are known. */
  readonly pricesNow: () => ModelPrices | null
  /** Which of them no request records, and what they were derived from. Empty where all are recorded. */
  readonly derivedNow?: () => string
  /** Tokens of the task's model for one of our own count. */
  readonly slope: number
  readonly counter: TokenCounter
  /**
   * What the cache holds of the agent's own requests, where the agent asks for a summary with the same system prompt,
   * tools and messages; absent or null where it sends a request of its own.
   */
  readonly heldNow?: () => HeldPrefix | null
}

/** What was asked of the built-in summariser, in calls and US dollars. Null where no prices are known. */
export type BuiltInCharge = { readonly calls: number; readonly costUsd: number | null }

/**
 * A model that answers as before, and adds up what the task's own model would have charged for these requests and
 * answers. Nothing of them is taken for cached where a condensation has a system prompt of its own; else what the agent's
 * own requests left in the cache is read. `take` gives the sum and begins anew.
 */
export function chargeBuiltInModel(
  model: LanguageModel,
  { pricesNow, slope, counter, heldNow }: Tariff,
): { readonly model: LanguageModel; readonly take: () => BuiltInCharge } {
  let sum: BuiltInCharge = { calls: 0, costUsd: 0 }
  const charge = (inputTokens: number, text: string): void => {
    const held = heldNow?.() ?? null
    const whole = Math.round(slope * inputTokens) + (held?.systemTokens ?? 0)
    const cacheReads = Math.min(whole, held?.heldTokens ?? 0)
    const output = Math.round(slope * counter.count(text))
    const costUsd = computeKnownCost(
      { input: whole - cacheReads, output, cacheWrites: 0, cacheReads },
      pricesNow(),
    )
    sum = { calls: sum.calls + 1, costUsd: sumKnown([sum.costUsd, costUsd]) }
  }
  async function* complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void> {
    let text = ''
    for await (const event of model.complete(request)) {
      if (event.kind === 'text') text += event.text
      yield event
    }
    charge(request.inputTokens, text)
  }
  return {
    model: { ...model, complete },
    take: () => {
      const taken = sum
      sum = { calls: 0, costUsd: 0 }
      return taken
    },
  }
}
