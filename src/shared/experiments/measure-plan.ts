import type { ExperimentPlan } from './experiment-types.ts'

/** How many tasks a plan is over, and how many cells it has, or its shard of it. */
export function measurePlan({
  variants,
  checkpoints,
  shard,
}: Pick<ExperimentPlan, 'variants' | 'checkpoints' | 'shard'>): {
  readonly tasks: number
  readonly cells: number
} {
  const repeats = variants.reduce((sum, variant) => sum + variant.repeats, 0)
  const cells = shard?.cells ?? repeats * checkpoints.length
  return { tasks: new Set(checkpoints.map(({ taskId }) => taskId)).size, cells }
}
