import type { Pair } from '../../../shared/condense/comparison-types.ts'
import { sum } from '../../../shared/kernel/numbers.ts'

/**
 * The differences of a comparison, summed up by task. Checkpoints of one task resemble each other, so the task is what
 * is drawn, flipped and ranked; the checkpoints of a task stay together.
 */
export type TaskSums = {
  /** Sum of the differences of each task. */
  readonly sums: readonly number[]
  /** Number of checkpoints of each task, at least 1. */
  readonly counts: readonly number[]
}

/** What sums of differences that cancel out may be off by, as a share of the sum of their sizes. */
const roundingShare = 1e-12

/** Groups differences by task, in the order in which the tasks come first. */
export function sumByTask(pairs: readonly Pick<Pair, 'taskId' | 'difference'>[]): TaskSums {
  const groups = [...Map.groupBy(pairs, ({ taskId }) => taskId).values()]
  return {
    sums: groups.map((group) => sumWithoutNoise(group.map(({ difference }) => difference))),
    counts: groups.map((group) => group.length),
  }
}

/** Mean difference over the checkpoints, each counting the same. NaN without any. */
export function computeMeanDifference({ sums, counts }: TaskSums): number {
  return sum(sums) / sum(counts)
}

/** Mean difference of each task. */
export function computeTaskMeans({ sums, counts }: TaskSums): readonly number[] {
  return sums.map((sum, task) => sum / (counts[task] ?? 1))
}

/**
 * Spread of one task: the standard error of the mean difference, times the square root of the number of tasks. The
 * standard error is that of a ratio of totals over clusters, `√(K/(K−1) · Σ(sum − mean · count)²) / Σ count`
 * (Cochran, Sampling Techniques, 3rd edition, section 6.3). Null for fewer than two tasks.
 */
export function spreadPerTask(tasks: TaskSums): number | null {
  const taskCount = tasks.sums.length
  if (taskCount < 2) return null
  const mean = computeMeanDifference(tasks)
  const squares = tasks.sums.map((sum, task) => (sum - mean * (tasks.counts[task] ?? 1)) ** 2)
  const standardError = Math.sqrt((taskCount / (taskCount - 1)) * sum(squares)) / sum(tasks.counts)
  return standardError * Math.sqrt(taskCount)
}

function sumWithoutNoise(differences: readonly number[]): number {
  const plain = sum(differences)
  const size = sum(differences.map(Math.abs))
  return Math.abs(plain) <= size * roundingShare ? 0 : plain
}
