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
  const ids = listTaskIds(unit === 'workspace' ? clustered : pairs)
  return unit === 'workspace' && count < tasks
    ? { level: 'workspace', sums: byWorkspace, tasks, ids, unit }
    : { level: 'task', sums: byTask, tasks, ids, unit }
}

/** In the order in which they come first, as their sums. */
function listTaskIds(pairs: readonly { readonly taskId: string }[]): readonly string[] {
  return [...new Set(pairs.map(({ taskId }) => taskId))]
}
