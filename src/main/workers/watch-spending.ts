import type { CompletionEvent, LanguageModel, ModelInfo } from '../engine/language-model.ts'
import { costOf } from '../engine/pricing/cost.ts'

/** What models were asked, and what they charge for it. US dollars. */
export type Spending = {
  readonly calls: number
  readonly costUsd: number
  /** False where something that was used has no price. */
  readonly isPriced: boolean
}

/** Adds up what the models take that are watched; `take` gives the sum and begins anew. */
export type SpendingWatch = {
  readonly watch: (model: LanguageModel, info: ModelInfo) => LanguageModel
  readonly take: () => Spending
}

const nothing: Spending = { calls: 0, costUsd: 0, isPriced: true }

/** A watch that has seen nothing yet. */
export function watchSpending(): SpendingWatch {
  let sum = nothing
  return {
    watch: (model, { prices }) => {
      async function* complete(
        ...asked: Parameters<LanguageModel['complete']>
      ): AsyncGenerator<CompletionEvent> {
        for await (const event of model.complete(...asked)) {
          if (event.kind === 'usage') {
            const { costUsd, missing } = costOf(event.usage, prices)
            sum = {
              calls: sum.calls + 1,
              costUsd: sum.costUsd + costUsd,
              isPriced: sum.isPriced && missing.length === 0,
            }
          }
          yield event
        }
      }
      return { ...model, complete }
    },
    take: () => {
      const taken = sum
      sum = nothing
      return taken
    },
  }
}
