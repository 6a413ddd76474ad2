import type { RandomSource } from './seeded-random.ts'
import type { TaskSums } from './sum-by-task.ts'

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
