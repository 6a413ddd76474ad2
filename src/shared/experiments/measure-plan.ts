import { recordedMethodId } from '../methods/method-choice-types.ts'
import type { ExperimentPlan, PlannedCheckpoint, PlannedVariant } from './experiment-types.ts'

/** How many tasks a plan is over, and how many cells it has, or its shard of it. */
export function measurePlan(plan: Pick<ExperimentPlan, 'variants' | 'checkpoints' | 'shard'>): {
  readonly tasks: number
  readonly cells: number
} {
  const { variants, checkpoints, shard } = plan
  const planned = variants.reduce(
    (sum, { id, repeats }) => sum + repeats * countPlannedCheckpoints(plan, id),
    0,
  )
  return { tasks: new Set(checkpoints.map(({ taskId }) => taskId)).size, cells: shard?.cells ?? planned }
}

/** Whether a variant is done at a checkpoint: what the agent did is known only where it condensed. */
export function isPlannedAt(
  { providerId }: Pick<PlannedVariant, 'providerId'>,
  { reason }: Pick<PlannedCheckpoint, 'reason'>,
): boolean {
  return providerId !== recordedMethodId || reason === 'recorded'
}

/** At how many checkpoints of a plan its variant of an id is done. */
export function countPlannedCheckpoints(
  { variants, checkpoints }: Pick<ExperimentPlan, 'variants' | 'checkpoints'>,
  variantId: string,
): number {
  const variant = variants.find(({ id }) => id === variantId)
  return variant === undefined
    ? checkpoints.length
    : checkpoints.filter((checkpoint) => isPlannedAt(variant, checkpoint)).length
}
