import { threadCounter } from '../documents.ts'
import { guessModels } from '../guess-models.ts'
import type { Job } from '../job.ts'
import { driftTask, type DriftTaskInput } from './drift-task.ts'
import type { EstimateReplayOutput, GuessedPolicy } from './estimate-replay.ts'

/** Measures a drift with models that ask nobody; nothing for a history that is too short for it. */
export const estimateDrift: Job<DriftTaskInput, EstimateReplayOutput> = async (input, context) => {
  const guessing = guessModels(context, await threadCounter())
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
