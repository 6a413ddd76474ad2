import type { ExperimentPlan } from '../domain/experiment.ts'

/** How many tasks a plan is over, and how many cells it has. */
export function sizeOfPlan({ variants, checkpoints }: Pick<ExperimentPlan, 'variants' | 'checkpoints'>): {
  readonly tasks: number
  readonly cells: number
} {
  const repeats = variants.reduce((sum, variant) => sum + variant.repeats, 0)
  return { tasks: new Set(checkpoints.map(({ taskId }) => taskId)).size, cells: repeats * checkpoints.length }
}
