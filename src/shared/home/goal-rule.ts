import { assertNever } from '../kernel/assert-never.ts'
import { findLargest } from '../kernel/find-extreme.ts'
import { computeQuantile, sum } from '../kernel/numbers.ts'
import type { AnswerArm, Goal } from './answer-types.ts'

/** What an arm saves and keeps, as goals judge it. */
export type Judged = {
  /** Share of the tokens taken out, in percent. */
  readonly savedPercent: number
  /** Share of the facts the agent went on to use that is kept, from 0 to 1. */
  readonly kept: number
  /** Change of the bill in US dollars, below 0 where it falls; null where no prices are known. */
  readonly costUsd: number | null
}

/** What each goal asks of an arm before the best one is taken. */
const thresholds = {
  /** Of those that keep so large a share of what the best one keeps, the one that saves most. */
  cheapest: { leastKeptShare: 0.5 },
  /** Of those that save so much, in percent, the one that keeps most. */
  'keeps-most': { leastSavedPercent: 10 },
  /** Of those that save so large a share of what the most saving one saves, and keep so much, the one that keeps most. */
  balanced: { leastSavedShare: 0.5, leastKeptShare: 0.5 },
} as const

/** The change of the bill of a task, over some tasks. */
export type Bill = Pick<AnswerArm, 'costUsdPerTask' | 'costUsdMedian' | 'isCostUneven'>

/** The change of the bill that sentences and rules go by: the mean, or the median where few tasks make the mean. */
export function pickTypicalUsd({ costUsdPerTask, costUsdMedian, isCostUneven }: Bill): number | null {
  return isCostUneven ? costUsdMedian : costUsdPerTask
}

/** Changes of the bill beside their mean. */
export function spreadBill(changes: readonly number[]): Pick<Bill, 'costUsdMedian' | 'isCostUneven'> {
  const sizes = changes.map(Math.abs).toSorted((a, b) => b - a)
  const sorted = changes.toSorted((a, b) => a - b)
  return {
    costUsdMedian: sorted.length === 0 ? null : computeQuantile(sorted, 0.5),
    isCostUneven: sizes.length > 0 && sum(sizes.slice(0, fewTasks)) >= sum(sizes) / 2,
  }
}

/** So many tasks that hold half of a sum make its mean say little of the others. */
const fewTasks = 5

/** What is kept differs by no more than this where it counts as the same. */
const alike = 0.005

/** Why an arm does not fit a goal, among all that are sound; null where it fits. */
export function findGoalFailure(
  { savedPercent, kept, costUsd }: Judged,
  all: readonly Judged[],
  goal: Goal,
): 'saves-too-little' | 'keeps-too-little' | 'raises-bill' | null {
  if (goal !== 'keeps-most' && costUsd !== null && costUsd > 0) return 'raises-bill'
  const mostKept = findLargest(all.map((one) => one.kept))
  switch (goal) {
    case 'cheapest':
      return kept < thresholds.cheapest.leastKeptShare * mostKept ? 'keeps-too-little' : null
    case 'keeps-most':
      return savedPercent < thresholds['keeps-most'].leastSavedPercent ? 'saves-too-little' : null
    case 'balanced': {
      const most = findLargest(all.map((one) => one.savedPercent))
      if (savedPercent < thresholds.balanced.leastSavedShare * most) return 'saves-too-little'
      return kept < thresholds.balanced.leastKeptShare * mostKept ? 'keeps-too-little' : null
    }
    default:
      return assertNever(goal)
  }
}

/** The best of the fitting ones: the cheapest, or of those that keep most or nearly so, the one that saves most. */
export function pickBest<T extends Judged>(goal: Goal, fitting: readonly T[]): T | undefined {
  if (goal === 'cheapest')
    return fitting.toSorted((a, b) => measureCost(a) - measureCost(b) || b.savedPercent - a.savedPercent)[0]
  const most = findLargest(fitting.map(({ kept }) => kept))
  return fitting
    .filter(({ kept }) => most - kept <= alike)
    .toSorted((a, b) => b.savedPercent - a.savedPercent)[0]
}

/** Change of the bill; where no prices are known, what is saved stands for it. */
function measureCost({ costUsd, savedPercent }: Judged): number {
  return costUsd ?? -savedPercent
}

/** Judged ones, the best for a goal first, then those that fit by what the goal asks for, then the others. */
export function rankForGoal<T extends Judged>(goal: Goal, all: readonly T[]): readonly T[] {
  const fitting = all.filter((one) => findGoalFailure(one, all, goal) === null)
  const best = pickBest(goal, fitting)
  const findPlace = (one: T): number => (one === best ? 0 : fitting.includes(one) ? 1 : 2)
  const compareByGoal = (a: T, b: T): number =>
    goal === 'cheapest' ? measureCost(a) - measureCost(b) : b.kept - a.kept || b.savedPercent - a.savedPercent
  return all.toSorted((a, b) => findPlace(a) - findPlace(b) || compareByGoal(a, b))
}
