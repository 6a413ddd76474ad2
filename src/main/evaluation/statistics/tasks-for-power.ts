import { studentQuantile } from './student-quantile.ts'

/** More than anybody will record; a search that passes it has no answer. */
const mostTasks = 1_000_000

/**
 * The fewest tasks, from 2 on, with which a two-sided t-test at `level` finds a true mean of `effect` with a chance of
 * `power`: the smallest K for which `K >= ((t(1 − level/2) + t(power)) · spread / effect)²`, both quantiles of K − 1
 * degrees (Julious, Sample Sizes for Clinical Trials, 2010, section 3.3). `spread` is that of one task. Null where
 * there is no effect to find, or only one that a million tasks would not show.
 */
export function tasksForPower(wanted: {
  readonly effect: number
  readonly spread: number
  readonly level: number
  readonly power: number
}): number | null {
  const isEnough = (tasks: number): boolean => {
    const reach = studentQuantile(1 - wanted.level / 2, tasks - 1) + studentQuantile(wanted.power, tasks - 1)
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
