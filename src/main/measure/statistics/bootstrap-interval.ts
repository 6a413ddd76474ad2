import type { Interval } from '../../../shared/condense/comparison-types.ts'
import { computeQuantile } from '../../../shared/kernel/numbers.ts'
import type { RandomSource } from './create-seeded-random.ts'
import { computeNormalTail, computeStudentQuantile } from './distributions.ts'
import type { TaskSums } from './sum-by-task.ts'

/**
 * Interval of the mean difference by the paired cluster bootstrap, at a level such as 0.95. Null for fewer than two
 * tasks, which have no spread to show.
 *
 * It is the expanded percentile interval of Hesterberg (What Teachers Should Know About the Bootstrap, The American
 * Statistician 69(4), 2015, section 4.2). Plain percentile and BCa intervals are too narrow for the few tasks that an
 * experiment has: over 1,500 simulated experiments each, of normal, skewed and mostly zero differences in tasks of 1
 * to 5 checkpoints, nominal 95 % intervals held the true mean in (percentile, BCa, expanded)
 * - 6 tasks: 81 to 86 %, 81 to 88 %, 90 to 94 %;
 * - 12 tasks: 88 to 92 %, 89 to 92 %, 92 to 95 %;
 * - 20 tasks: 91 to 94 %, 91 to 94 %, 93 to 95 %.
 * Bootstrap-t comes as near except on mostly zero differences, where 6 tasks give it 75 %.
 */
export function bootstrapInterval(
  tasks: TaskSums,
  options: { readonly level: number; readonly resamples: number; readonly random: RandomSource },
): Interval | null {
  const taskCount = tasks.sums.length
  if (taskCount < 2) return null
  const means = bootstrapMeans(tasks, options.resamples, options.random)
  const outside = expandTail((1 - options.level) / 2, taskCount)
  return { low: computeQuantile(means, outside), high: computeQuantile(means, 1 - outside) }
}

/**
 * Share of the resampled means to leave out at each end: the normal tail beyond `√(K/(K−1)) · t`, because a bootstrap
 * divides by K where a sample variance divides by K − 1, and knows the normal's tails where few tasks ask for t's.
 */
export function expandTail(tail: number, taskCount: number): number {
  return computeNormalTail(
    Math.sqrt(taskCount / (taskCount - 1)) * computeStudentQuantile(1 - tail, taskCount - 1),
  )
}

/**
 * Mean differences of `resamples` samples of tasks, drawn with replacement, each task with all its checkpoints; sorted
 * upwards. This is the paired cluster bootstrap: the pairing is in the differences, the clusters are the tasks
 * (Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8). Needs at least one task.
 */
export function bootstrapMeans(tasks: TaskSums, resamples: number, random: RandomSource): Float64Array {
  const sums = Float64Array.from(tasks.sums)
  const counts = Float64Array.from(tasks.counts)
  const means = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0
    let count = 0
    for (let draw = 0; draw < sums.length; draw += 1) {
      const task = random.nextIndex(sums.length)
      sum += sums[task] ?? 0
      count += counts[task] ?? 0
    }
    means[resample] = sum / count
  }
  return means.sort()
}
