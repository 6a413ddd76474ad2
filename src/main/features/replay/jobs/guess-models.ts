import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { createEstimatingModel, type GuessedCalls } from '../../../methods/estimates/estimating-model.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { watchSpending, type Spending } from './watch-spending.ts'

/** A job's context without arms whose models ask nobody, as those of an estimate; `take` gives what they would have taken since. */
export function guessModels(
  context: JobContext,
  counter: TokenCounter,
): { readonly context: JobContext; readonly take: () => Spending } {
  const guessed: GuessedCalls = { tokens: 0, durationMs: 0, calls: [] }
  const { watch, take } = watchSpending()
  const openRemoteModel: JobContext['remoteModel'] = (info, profileId) =>
    watch(createEstimatingModel(context.remoteModel(info, profileId), counter, guessed), info)
  const { arms: _arms, ...harmless } = context
  return { context: { ...harmless, remoteModel: openRemoteModel }, take }
}
