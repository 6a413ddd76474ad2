import { openThreadCounter } from '../../../platform/workers/documents.ts'
import { makeCancellable, pickContextLog, type Job } from '../../../platform/workers/job.ts'
import { openSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { prepareReplay } from '../compute/prepare-replay.ts'
import { replayPolicy } from '../compute/replay-policy.ts'
import { driftTask, type DriftTaskInput } from './drift-task.ts'
import { guessModels } from './guess-models.ts'
import { createReplayCondenser } from './replay-condenser.ts'
import type { ReplayTaskInput } from './replay-task.ts'
import type { Spending } from './watch-spending.ts'

/** What a policy would probably ask of models. */
export type GuessedPolicy = Spending & { readonly policyId: string; readonly condensations: number }

export type EstimateReplayOutput =
  | { readonly kind: 'finished'; readonly policies: readonly GuessedPolicy[] }
  | { readonly kind: 'cancelled' }

/**
 * Plays the policies with models that ask nobody, whose answers have the length that is to be expected. How often they
 * condense depends on that length, so it is an estimate too.
 */
export const estimateReplay: Job<
  Omit<ReplayTaskInput, 'packs' | 'problems'>,
  EstimateReplayOutput
> = makeCancellable(async ({ source, usage, policies }, context) => {
  const { messages: stored, hiddenRange, ...snapshot } = await openSnapshot(source.bytes)
  const counter = await openThreadCounter()
  // When a policy condenses does not depend on prices.
  const recorded = reconstruct(
    { messages: stored, usage, hiddenRange, ...pickContextLog(snapshot) },
    { counter },
  )
  const { messages } = recorded
  const task = prepareReplay(recorded, counter, 'record')
  const { signal } = context
  const guessing = guessModels(context, counter)
  const guessed: GuessedPolicy[] = []
  for (const policy of policies) {
    if (!('run' in policy)) continue
    const { id, run, trigger } = policy
    const shared = { id, run, messages, context: guessing.context, waitsForGrowth: true }
    const condense = await createReplayCondenser({ ...shared, note: () => undefined })
    const services = { signal, onProgress: () => undefined }
    const { firings } = await replayPolicy(task, { id, trigger, condense }, services)
    guessed.push({ policyId: id, condensations: firings.length, ...guessing.take() })
  }
  return { kind: 'finished', policies: guessed }
})

/** Measures a drift with models that ask nobody; nothing for a history that is too short for it. */
export const estimateDrift: Job<DriftTaskInput, EstimateReplayOutput> = async (input, context) => {
  const guessing = guessModels(context, await openThreadCounter())
  const guessed: GuessedPolicy[] = []
  for (const policy of input.policies) {
    const output = await driftTask({ ...input, policies: [policy] }, guessing.context)
    if (output.kind === 'cancelled') return output
    const cycles = output.kind === 'finished' ? output.result.policies.flatMap((own) => own.cycles) : []
    const condensations = cycles.filter(({ isCondensed }) => isCondensed).length
    guessed.push({ policyId: policy.id, condensations, ...guessing.take() })
  }
  return { kind: 'finished', policies: guessed }
}
