import type { RunEstimate } from '../../../shared/condense/estimate-types.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { runMethod, type Outcome, type RunOptions } from '../run-method.ts'
import { createEstimatingModel, type GuessedCalls } from './estimating-model.ts'

/** Warnings about the answers of a model, which nobody gave. */
const aboutAnswers = new Set([
  'summary-suspicious',
  'summary-cut',
  'vendor-counted',
  'vendor-encrypted',
  'vendor-kept',
])

/**
 * What a run would give, by running it with a model that asks nobody. Whatever needs no model is exact, and so are the
 * built-in extractive summaries; the length of other summaries is guessed. `outcome` is what a preview shows.
 */
export async function estimateRun(
  options: RunOptions & {
    /** Does not even ask the built-in extractive summariser: for figures that are needed at once. */
    readonly guessesAll?: boolean
  },
): Promise<{ readonly estimate: RunEstimate; readonly outcome: Outcome }> {
  const { services, conversation, guessesAll = false } = options
  const guessed: GuessedCalls = { tokens: 0, durationMs: 0, calls: [] }
  const known = new Map<LanguageModel, LanguageModel>()
  const guess = (model: LanguageModel): LanguageModel => {
    if (model.info.isExtractive && !guessesAll) return model
    const own = known.get(model) ?? createEstimatingModel(model, conversation.counter, guessed)
    known.set(model, own)
    return own
  }
  const { arms: _arms, ...harmless } = services
  const outcome = await runMethod({
    ...options,
    services: {
      ...harmless,
      model: guess(services.model),
      findModel: (profileId) => guess(services.findModel(profileId)),
    },
  })
  const { summary } = outcome
  const { originalTokens, finalTokens, costUsd, durationMs, modelCalls } = summary.stats
  const estimate: RunEstimate = {
    status: summary.status,
    reason: summary.error?.message ?? summary.reason,
    originalTokens,
    finalTokens,
    confidence: finalTokens === 0 ? 1 : Math.max(0, 1 - guessed.tokens / finalTokens),
    costUsd,
    durationMs: durationMs + guessed.durationMs,
    modelCalls,
    passes: summary.passes,
    trace: summary.trace,
    operations: sumOperationCosts(guessed),
    warnings: summary.warnings.filter(({ code }) => !aboutAnswers.has(code)),
  }
  return { estimate, outcome }
}

/** What each operation would cost, in the order in which they first ask. */
function sumOperationCosts({ calls }: GuessedCalls): RunEstimate['operations'] {
  const placed = calls.flatMap(({ place, costUsd }) => (place === null ? [] : [{ place, costUsd }]))
  return [...Map.groupBy(placed, ({ place }) => place.join('/')).values()].map((own) => {
    const costs = own.flatMap(({ costUsd }) => costUsd ?? [])
    return {
      path: [...(own[0]?.place ?? [])],
      calls: own.length,
      costUsd: costs.length < own.length ? null : costs.reduce((sum, cost) => sum + cost, 0),
    }
  })
}
