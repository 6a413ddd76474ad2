import { createEstimatingModel, type GuessedCalls } from '../engine/estimates/estimating-model.ts'
import type { CompletionEvent, LanguageModel, ModelInfo } from '../engine/language-model.ts'
import { costOf } from '../engine/pricing/cost.ts'
import type { TokenCounter } from '../engine/tokens/token-counter.ts'
import type { JobContext } from './job.ts'

/** What models would have been asked, and what they would probably have charged. US dollars. */
export type GuessedSpending = {
  readonly calls: number
  readonly costUsd: number
  /** False where something that was used has no price. */
  readonly isPriced: boolean
}

/** A job's context whose models ask nobody, as those of an estimate; `take` gives what they would have taken since. */
export function guessModels(
  context: JobContext,
  counter: TokenCounter,
): { readonly context: JobContext; readonly take: () => GuessedSpending } {
  const nothing: GuessedSpending = { calls: 0, costUsd: 0, isPriced: true }
  let sum = nothing
  const guessed: GuessedCalls = { tokens: 0, durationMs: 0 }
  const remoteModel = (info: ModelInfo, profileId: string | null): LanguageModel => {
    const model = createEstimatingModel(context.remoteModel(info, profileId), counter, guessed)
    async function* complete(
      ...asked: Parameters<LanguageModel['complete']>
    ): AsyncGenerator<CompletionEvent> {
      for await (const event of model.complete(...asked)) {
        if (event.kind === 'usage') {
          const { costUsd, missing } = costOf(event.usage, info.prices)
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
  }
  return {
    context: { ...context, remoteModel },
    take: () => {
      const taken = sum
      sum = nothing
      return taken
    },
  }
}
