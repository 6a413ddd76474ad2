import type { LanguageModel } from '../../kernel/language-model.ts'
import { BudgetFailure } from '../../platform/models/budget-failure.ts'

/** Notes when a limit that is not the run's own refuses a call: whatever comes of that cell is not the variant's doing. */
export function watchBudget(): {
  readonly watch: (model: LanguageModel | null) => LanguageModel | null
  readonly refusal: () => string | null
} {
  let reason: string | null = null
  async function* complete(
    model: LanguageModel,
    request: Parameters<LanguageModel['complete']>[0],
  ): ReturnType<LanguageModel['complete']> {
    try {
      yield* model.complete(request)
    } catch (error) {
      if (error instanceof BudgetFailure && error.limitName !== 'run') reason ??= error.message
      throw error
    }
  }
  return {
    watch: (model) => (model === null ? null : { ...model, complete: (request) => complete(model, request) }),
    refusal: () => reason,
  }
}
