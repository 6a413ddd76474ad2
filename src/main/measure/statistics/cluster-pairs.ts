import type { ClusterLevel, Pair } from '../../../shared/condense/comparison-types.ts'
import { sumByTask, type TaskSums } from './sum-by-task.ts'

/** Differences summed up by what is drawn and flipped as one. */
export type ClusteredPairs = {
  readonly level: ClusterLevel
  readonly sums: TaskSums
  /** One for each sum; the same in all metrics that have the same `unit`. */
  readonly ids: readonly string[]
  /** What the ids stand for. It is the workspace where each workspace has one task as well. */
  readonly unit: ClusterLevel
  readonly tasks: number
  /** The differences of each. */
  readonly values: readonly (readonly number[])[]
}

/**
 * Sums differences up by workspace where the pairs come from at least `fewest` of them, else by task. A task whose
 * workspace is unknown stands for itself. Workspaces of one task each are tasks.
 */
export function clusterPairs(
  pairs: readonly Pick<Pair, 'taskId' | 'difference'>[],
  workspaces: ReadonlyMap<string, string>,
  fewest: number,
): ClusteredPairs {
  const byTask = sumByTask(pairs)
  const tasks = byTask.sums.length
  const clustered = pairs.map(({ taskId, difference }) => {
    const workspace = workspaces.get(taskId)
    return { taskId: workspace === undefined ? `task ${taskId}` : `workspace ${workspace}`, difference }
  })
  const byWorkspace = sumByTask(clustered)
  const count = byWorkspace.sums.length
  const unit = count >= fewest ? 'workspace' : 'task'
  const members = unit === 'workspace' ? clustered : pairs
  const groups = Map.groupBy(members, ({ taskId }) => taskId)
  const [level, sums] =
    unit === 'workspace' && count < tasks
      ? (['workspace', byWorkspace] as const)
      : (['task', byTask] as const)
  const values = [...groups.values()].map((own) => own.map(({ difference }) => difference))
  return { level, sums, tasks, ids: [...groups.keys()], unit, values }
}
