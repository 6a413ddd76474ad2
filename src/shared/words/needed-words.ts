import type { TasksNeeded } from '../domain/comparison.ts'
import { countOf } from '../lib/count-of.ts'

/** Whether so many tasks can give a verdict, and how many it takes; empty where nothing is compared. */
export function neededText({ comparisons, fewest, forTenPoints }: TasksNeeded, tasks: number): string {
  if (comparisons === 0) return ''
  const takes = `${countOf(comparisons, 'comparison')} ${comparisons === 1 ? 'takes' : 'take'} ${fewest} at least`
  const usual = `about ${forTenPoints} to show a difference of 10 points`
  if (tasks < fewest) return `Too few tasks for a verdict: ${tasks}, and ${takes}, ${usual}.`
  return tasks < forTenPoints
    ? `Enough tasks for a large difference: ${tasks}, and ${takes}, ${usual}.`
    : `Enough tasks for a verdict: ${tasks}, and ${takes}, ${usual}.`
}
