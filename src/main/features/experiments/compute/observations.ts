import type { Cell, ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import type { Observation } from '../../../measure/statistics/pair-observations.ts'

const taskByCheckpoint = new WeakMap<ExperimentPlan, ReadonlyMap<string, string>>()

/** The values of a variant on a metric; failed cells have none. Cells of checkpoints that the plan lacks are left out. */
export function collectObservations(
  plan: ExperimentPlan,
  cells: readonly Cell[],
  variantId: string,
  metricId: string,
): Observation[] {
  const tasks = mapCheckpointTasks(plan)
  return cells.flatMap((cell): Observation[] => {
    const taskId = tasks.get(cell.checkpointId)
    if (cell.variantId !== variantId || cell.status !== 'done' || taskId === undefined) return []
    return [{ taskId, checkpointId: cell.checkpointId, value: cell.values[metricId] ?? null }]
  })
}

/** Workspaces of the tasks of a plan, by task; tasks without one are left out. */
export function mapTaskWorkspaces({ checkpoints }: Pick<ExperimentPlan, 'checkpoints'>): Map<string, string> {
  return new Map(
    checkpoints.flatMap(({ taskId, workspace }) =>
      workspace === undefined || workspace === null ? [] : [[taskId, workspace] as const],
    ),
  )
}

function mapCheckpointTasks(plan: ExperimentPlan): ReadonlyMap<string, string> {
  const known = taskByCheckpoint.get(plan) ?? new Map(plan.checkpoints.map(({ id, taskId }) => [id, taskId]))
  taskByCheckpoint.set(plan, known)
  return known
}
