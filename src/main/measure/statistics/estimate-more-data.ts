import type { MoreData } from '../../../shared/condense/comparison-types.ts'
import type { ComparisonRules } from '../../../shared/condense/comparison-types.ts'
import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import { computeStudentQuantile } from './distributions.ts'
import { computeMeanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'

/** More than anybody will record; a search that passes it has no answer. */
const mostTasks = 1_000_000

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
export function estimateMoreData(tasks: TaskSums, aim: Aim): MoreData {
  const have = tasks.sums.length
  if (have === 0) return { tasks: null, checkpoints: null }
  const spread = spreadPerTask(tasks)
  const difference = Math.abs(computeMeanDifference(tasks))
  const candidates =
    spread === null
      ? [Math.max(aim.fewestTasks, computeFewestTasksToTell(computeStrictestLevel(aim)))]
      : [estimateTasksToTell(difference, spread, aim), estimateTasksToRuleOut(difference, spread, aim)]
  const needed = candidates.filter((count) => count !== null)
  if (needed.length === 0) return { tasks: null, checkpoints: null }
  const more = Math.max(1, findSmallest(needed) - have)
  const checkpointsPerTask = tasks.counts.reduce((sum, count) => sum + count, 0) / have
  return { tasks: more, checkpoints: Math.ceil(more * checkpointsPerTask) }
}

/** The level of the strictest step of Holm's correction. */
function computeStrictestLevel({ significanceLevel, familySize }: Aim): number {
  return significanceLevel / Math.max(1, familySize)
}

function estimateTasksToTell(difference: number, spread: number, aim: Aim): number | null {
  const level = computeStrictestLevel(aim)
  const needed = computeTasksForPower({ effect: difference, spread, level, power: aim.power })
  return needed === null ? null : Math.max(aim.fewestTasks, computeFewestTasksToTell(level), needed)
}

function estimateTasksToRuleOut(difference: number, spread: number, aim: Aim): number | null {
  const room = aim.margin - difference
  if (room < 0) return null
  if (spread === 0) return aim.fewestTasks
  // The interval can leave the margin at either end, so each end may have half of the chance to fail.
  const power = (1 + aim.power) / 2
  const needed = computeTasksForPower({ effect: room, spread, level: 1 - aim.intervalLevel, power })
  return needed === null ? null : Math.max(aim.fewestTasks, needed)
}

/**
 * The smallest true difference that would have been called with the chance `aim.power` on the tasks that there are, at
 * the strictest step of Holm's correction; null where too few of them could reach the level, or none has a spread.
 */
export function computeDetectableDifference(tasks: TaskSums, aim: Aim): number | null {
  const have = tasks.sums.length
  const level = computeStrictestLevel(aim)
  const spread = spreadPerTask(tasks)
  if (spread === null || have < Math.max(aim.fewestTasks, computeFewestTasksToTell(level))) return null
  const reach = computeStudentQuantile(1 - level / 2, have - 1) + computeStudentQuantile(aim.power, have - 1)
  return (reach * spread) / Math.sqrt(have)
}

/**
 * The fewest tasks with which a sign-flip test can reach a level at all: where all of K tasks differ in one direction
 * its p value is `2 / 2^K`.
 */
export function computeFewestTasksToTell(level: number): number {
  return Math.ceil(1 + Math.log2(1 / level))
}

/**
 * The fewest tasks, from 2 on, with which a two-sided t-test at `level` finds a true mean of `effect` with a chance of
 * `power`: the smallest K for which `K >= ((t(1 − level/2) + t(power)) · spread / effect)²`, both quantiles of K − 1
 * degrees (Julious, Sample Sizes for Clinical Trials, 2010, section 3.3). `spread` is that of one task. Null where
 * there is no effect to find, or only one that a million tasks would not show.
 */
export function computeTasksForPower(wanted: {
  readonly effect: number
  readonly spread: number
  readonly level: number
  readonly power: number
}): number | null {
  const isEnough = (tasks: number): boolean => {
    const reach =
      computeStudentQuantile(1 - wanted.level / 2, tasks - 1) +
      computeStudentQuantile(wanted.power, tasks - 1)
    return tasks >= ((reach * wanted.spread) / wanted.effect) ** 2
  }
  let high = 2
  while (!isEnough(high)) {
    high *= 2
    if (high > mostTasks) return null
  }
  let low = 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
