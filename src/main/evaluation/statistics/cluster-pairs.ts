import type { ClusterLevel, Pair } from '../../../shared/domain/comparison.ts'
import { sumByTask, type TaskSums } from './sum-by-task.ts'

/** Differences summed up by what is drawn and flipped as one. */
export type ClusteredPairs = {
  readonly level: ClusterLevel
  readonly sums: TaskSums
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
  return count >= fewest && count < tasks
    ? { level: 'workspace', sums: byWorkspace, tasks }
    : { level: 'task', sums: byTask, tasks }
}
