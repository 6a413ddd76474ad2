import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import type { CompletionEvent, LanguageModel, ModelInfo } from '../../../kernel/language-model.ts'
import { computeCost } from '../../../kernel/pricing/cost.ts'

/** What models were asked, and what they charge for it. US dollars. */
export type Spending = {
  readonly calls: number
  /** Answers that were kept from an earlier call at what they were made for. */
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
  const add = (usage: TokenUsage | null, { prices }: ModelInfo): void => {
    if (usage === null) return
    const { costUsd, missing } = computeCost(usage, prices)
    sum = {
      calls: sum.calls + 1,
      costUsd: sum.costUsd + costUsd,
      isPriced: sum.isPriced && missing.length === 0,
    }
  }
  return {
    watch: (model, info) => {
      async function* complete(
        ...asked: Parameters<LanguageModel['complete']>
      ): AsyncGenerator<CompletionEvent> {
        // Of several reports within a call the last one counts; each call is paid, however it ends.
        let usage: TokenUsage | null = null
        try {
          for await (const event of model.complete(...asked)) {
            if (event.kind === 'call') {
              add(usage, info)
              usage = null
            }
            if (event.kind === 'usage') usage = event.usage
            yield event
          }
        } finally {
          add(usage, info)
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
