import { studentTail } from './distributions.ts'
import { meanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'

/**
 * p value of two one-sided t-tests (Schuirmann, A Comparison of the Two One-Sided Tests Procedure and the Power Approach,
 * 1987): the larger of the chances of a mean this far inside `-margin` and `margin` were the true one at that end, with
 * the standard error of the clusters and K − 1 degrees. Null for fewer than two clusters.
 */
export function equivalenceP(clusters: TaskSums, margin: number): number | null {
  const spread = spreadPerTask(clusters)
  if (spread === null) return null
  const count = clusters.sums.length
  const room = margin - Math.abs(meanDifference(clusters))
  const error = spread / Math.sqrt(count)
  // Without spread the mean is what it is.
  if (error === 0) return room >= 0 ? 0 : 1
  return studentTail(room / error, count - 1)
}
