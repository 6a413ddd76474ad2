import type { Interval } from '../../../shared/condense/comparison-types.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { computeStudentQuantile } from './distributions.ts'
import { computeMeanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'

/**
 * Interval of a share of items that come in groups, such as what is there of the items of some histories: `sums` are the
 * items that are there, `counts` all. The score interval of Wilson (1927) over the items, each worth less the more those
 * of a group are alike (Kish, Survey Sampling, 1965, section 8.2), with Student's quantile for few groups. Where all
 * groups agree on nothing or on everything, how alike they are is not known, and a group counts as one item: 0 of 12
 * histories is no proof of 0. Null for fewer than two groups.
 */
export function computeShareInterval(groups: TaskSums, level: number): Interval | null {
  const spread = spreadPerTask(groups)
  if (spread === null) return null
  const [count, items] = [groups.counts.length, sum(groups.counts)]
  const share = computeMeanDifference(groups)
  const variance = spread ** 2 / count
  const alone = (share * (1 - share)) / items
  const worth = alone === 0 ? count : items / Math.max(1, variance / alone)
  const t = computeStudentQuantile((1 + level) / 2, count - 1)
  const middle = (share + t ** 2 / (2 * worth)) / (1 + t ** 2 / worth)
  const half = (t * Math.sqrt((share * (1 - share)) / worth + (t / (2 * worth)) ** 2)) / (1 + t ** 2 / worth)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
