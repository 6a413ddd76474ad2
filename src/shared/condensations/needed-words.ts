import type { TasksNeeded } from '../condense/comparison-types.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'

/** Whether so many tasks can give a verdict, and how many it takes; empty where nothing is compared. */
export function describeTasksNeeded(
  { comparisons, fewest, forTenPoints }: TasksNeeded,
  tasks: number,
): string {
  if (comparisons === 0) return ''
  const takes = `${formatCountWithNoun(comparisons, 'comparison')} ${comparisons === 1 ? 'takes' : 'take'} at least ${fewest}, and about ${forTenPoints} to show a difference of 10 points`
  const are = `${formatCountWithNoun(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'}`
  if (tasks < fewest) return `${are} too few for a verdict: ${takes}.`
  return tasks < forTenPoints
    ? `${are} enough for a large difference: ${takes}.`
    : `${are} enough for a verdict: ${takes}.`
}
