import type { MoreData } from '../../../shared/domain/comparison.ts'
import type { ComparisonRules } from '../../../shared/domain/comparison.ts'
import { fewestTasksToTell } from './fewest-tasks-to-tell.ts'
import { meanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'
import { tasksForPower } from './tasks-for-power.ts'

type Aim = ComparisonRules & {
  readonly margin: number
  /** Number of comparisons that are corrected together. */
  readonly familySize: number
}

/**
 * About how many more tasks give a verdict with the chance `aim.power`, were the mean difference and the spread what
 * they are now: the nearer of calling the difference, at the strictest step of Holm's correction, and of having the
 * interval inside the margin. Nothing tells where neither is in reach, and where there is no comparison yet.
 */
export function moreDataNeeded(tasks: TaskSums, aim: Aim): MoreData {
  const have = tasks.sums.length
  if (have === 0) return { tasks: null, checkpoints: null }
  const spread = spreadPerTask(tasks)
  const difference = Math.abs(meanDifference(tasks))
  const candidates =
    spread === null
      ? [aim.fewestTasks]
      : [tasksToTell(difference, spread, aim), tasksToRuleOut(difference, spread, aim)]
  const needed = candidates.filter((count) => count !== null)
  if (needed.length === 0) return { tasks: null, checkpoints: null }
  const more = Math.max(1, Math.min(...needed) - have)
  const checkpointsPerTask = tasks.counts.reduce((sum, count) => sum + count, 0) / have
  return { tasks: more, checkpoints: Math.ceil(more * checkpointsPerTask) }
}

function tasksToTell(difference: number, spread: number, aim: Aim): number | null {
  const level = aim.significanceLevel / Math.max(1, aim.familySize)
  const needed = tasksForPower({ effect: difference, spread, level, power: aim.power })
  return needed === null ? null : Math.max(aim.fewestTasks, fewestTasksToTell(level), needed)
}

function tasksToRuleOut(difference: number, spread: number, aim: Aim): number | null {
  const room = aim.margin - difference
  if (room < 0) return null
  if (spread === 0) return aim.fewestTasks
  // The interval can leave the margin at either end, so each end may have half of the chance to fail.
  const power = (1 + aim.power) / 2
  const needed = tasksForPower({ effect: room, spread, level: 1 - aim.intervalLevel, power })
  return needed === null ? null : Math.max(aim.fewestTasks, needed)
}
