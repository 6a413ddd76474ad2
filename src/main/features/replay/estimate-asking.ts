import type { ReplayEstimate } from '../../../shared/replay/contract.ts'
import type { EstimateReplayOutput } from './jobs/estimate-policies.ts'
import type { ReplayJobPolicy } from './jobs/replay-task.ts'
import type { ReplayPlan } from './plan-replay.ts'

/** Names of the models that a policy may ask; the built-in summariser is none. */
export function listAskedModels(policy: ReplayJobPolicy): readonly string[] {
  if (!('run' in policy)) return []
  const infos = [policy.run.model, ...Object.values(policy.run.profileModels)]
  return [...new Set(infos.flatMap((info) => (info === null ? [] : info.label)))]
}

/** What policies would ask of models, with the models' names; throws what the signal was aborted with. */
export function describeEstimate(
  { policies, obstacles }: Pick<ReplayPlan, 'policies' | 'obstacles'>,
  output: EstimateReplayOutput,
  signal: AbortSignal | undefined,
): ReplayEstimate {
  if (output.kind === 'cancelled') {
    signal?.throwIfAborted()
    return []
  }
  return output.policies.map((guessed) => {
    const policy = policies.find(({ id }) => id === guessed.policyId)
    const obstacle = obstacles.get(guessed.policyId) ?? null
    return { ...guessed, obstacle, models: policy === undefined ? [] : [...listAskedModels(policy)] }
  })
}
