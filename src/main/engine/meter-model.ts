import type { TokenUsage } from '../../shared/domain/pricing.ts'
import type { LanguageModel } from './language-model.ts'
import { costOf } from './pricing/cost.ts'

/** What model calls took, successful or not. Money in US dollars. */
export type Spent = { readonly costUsd: number; readonly modelCalls: number; readonly cacheHits: number }

/** What went through a model so far, calls that are still open included. */
export type Meter = {
  readonly spent: () => Spent
  /** Kinds of token that were used and have no price. */
  readonly missingPrices: () => readonly string[]
}

/** The calls of one answer. */
type Metered = { isCached: boolean; readonly calls: TokenUsage[] }
const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** A model that behaves as the one given and counts what its calls take, however each of them ends. */
export function meterModel(model: LanguageModel): Meter & { readonly model: LanguageModel } {
  const answers: Metered[] = []
  const costs = () => answers.flatMap(({ calls }) => calls.map((usage) => costOf(usage, model.info.prices)))
  return {
    model: {
      ...model,
      async *complete(request) {
        const answer: Metered = { isCached: false, calls: [] }
        answers.push(answer)
        for await (const event of model.complete(request)) {
          if (event.kind === 'call') answer.calls.push(noUsage)
          if (event.kind === 'cached') answer.isCached = true
          if (event.kind === 'usage' && !answer.isCached)
            answer.calls.splice(Math.max(0, answer.calls.length - 1), 1, event.usage)
          yield event
        }
      },
    },
    spent: () => ({
      costUsd: costs().reduce((sum, { costUsd }) => sum + costUsd, 0),
      modelCalls: answers.reduce((sum, { calls }) => sum + calls.length, 0),
      cacheHits: answers.filter(({ isCached }) => isCached).length,
    }),
    missingPrices: () => [...new Set(costs().flatMap(({ missing }) => missing))],
  }
}
