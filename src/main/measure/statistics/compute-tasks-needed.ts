import type { TasksNeeded } from '../../../shared/condense/comparison-types.ts'
import { defaultComparisonRules } from './comparison-rules.ts'
import { computeFewestTasksToTell, computeTasksForPower } from './estimate-more-data.ts'

/**
 * Standard deviation of a difference between two ways to condense from task to task, in shares: about what public
 * histories show for native against the other built-in providers.
 */
const usualSpread = 0.2

/** Difference that somebody would act on, in shares. */
const effect = 0.1

/**
 * How many tasks an experiment takes before anything is measured: the fewest with which its strictest comparison on the
 * primary metric can be called at all, and about how many show a difference of ten points.
 */
export function computeTasksNeeded(comparisons: number): TasksNeeded {
  const { significanceLevel, power, fewestTasks } = defaultComparisonRules
  const level = significanceLevel / Math.max(1, comparisons)
  const fewest = Math.max(fewestTasks, computeFewestTasksToTell(level))
  const forTenPoints = computeTasksForPower({ effect, spread: usualSpread, level, power }) ?? fewest
  return { comparisons, fewest, forTenPoints: Math.max(fewest, forTenPoints) }
}
