import { describe, expect, it } from 'vitest'
import { defaultComparisonRules } from './comparison-rules.ts'
import { computeFewestTasksToTell, estimateMoreData, computeTasksForPower } from './estimate-more-data.ts'
import type { TaskSums } from './sum-by-task.ts'
describe('tasks for a power', () => {
  // Exact counts by the noncentral t distribution (SciPy 1.17); the formula may miss them by one. 34 tasks for half a
  // deviation and 199 for a fifth of one are what G*Power and Cohen's tables give for the paired t-test.
  it.each([
    [0.1, 0.05, 0.8, 787],
    [0.2, 0.05, 0.8, 199],
    [0.5, 0.05, 0.8, 34],
    [0.8, 0.05, 0.8, 15],
    [0.5, 0.05, 0.9, 44],
    [1, 0.01, 0.8, 16],
    [0.3, 0.02, 0.8, 115],
    [2, 0.05, 0.8, 5],
  ])('of %d deviations, at %d, with %d', (effect, level, power, expected) => {
    const tasks = computeTasksForPower({ effect, spread: 1, level, power })
    expect(Math.abs((tasks ?? Number.NaN) - expected)).toBeLessThanOrEqual(1)
    expect(computeTasksForPower({ effect: effect * 40, spread: 40, level, power })).toBe(tasks)
  })

  it('are none where there is nothing to find, or next to nothing', () => {
    expect(computeTasksForPower({ effect: 0, spread: 1, level: 0.05, power: 0.8 })).toBeNull()
    expect(computeTasksForPower({ effect: 1e-9, spread: 1, level: 0.05, power: 0.8 })).toBeNull()
  })
})

describe('the fewest tasks that can tell', () => {
  it.each([
    [0.05, 6],
    [0.02, 7],
    [0.02 / 3, 9],
    [2 / 2 ** 8, 8],
  ])('at a level of %d are %i', (level, expected) => {
    expect(computeFewestTasksToTell(level)).toBe(expected)
    expect(2 / 2 ** expected).toBeLessThanOrEqual(level)
    expect(2 / 2 ** (expected - 1)).toBeGreaterThan(level)
  })
})

describe('the advice to record more', () => {
  function adviceFor(tasks: TaskSums, aim: { readonly margin?: number; readonly familySize?: number } = {}) {
    return estimateMoreData(tasks, { ...defaultComparisonRules, margin: 0, familySize: 1, ...aim })
  }
  /** Ten tasks with a mean of 0.5 and a sample deviation of 1. */
  const spread = Math.sqrt(9 / 10)
  const ten = (count: number): TaskSums => ({
    sums: Array.from({ length: 10 }, (_, task) => count * (0.5 + (task % 2 === 0 ? spread : -spread))),
    counts: Array.from({ length: 10 }, () => count),
  })

  it('is what a t-test at the level of the verdict needs for the observed mean, less what is there', () => {
    const total = computeTasksForPower({ effect: 0.5, spread: 1, level: 0.02, power: 0.8 }) ?? 0
    expect(adviceFor(ten(1))).toEqual({ tasks: total - 10, checkpoints: total - 10 })
    expect(adviceFor(ten(3))).toEqual({ tasks: total - 10, checkpoints: 3 * (total - 10) })
  })

  it('is more where more comparisons are shown together', () => {
    const total = computeTasksForPower({ effect: 0.5, spread: 1, level: 0.02 / 6, power: 0.8 }) ?? 0
    expect(adviceFor(ten(1), { familySize: 6 }).tasks).toBe(total - 10)
  })

  it('aims at ruling the difference out where that is nearer', () => {
    // 2.5 of room to the margin of 3, against a difference of 0.5.
    expect(adviceFor(ten(1), { margin: 3 }).tasks).toBe(1)
    const close = { ...ten(1), sums: ten(1).sums.map((sum) => sum - 0.45) }
    const total = computeTasksForPower({ effect: 0.55, spread: 1, level: 0.05, power: 0.9 }) ?? 0
    expect(adviceFor(close, { margin: 0.6 }).tasks).toBe(total - 10)
  })

  it.each<[string, TaskSums, number, number | null, number | null]>([
    ['nothing yet', { sums: [], counts: [] }, 0, null, null],
    ['one task', { sums: [2], counts: [2] }, 0, 6, 12],
    ['three tasks that do not differ', { sums: [0, 0, 0], counts: [2, 1, 1] }, 0, 2, 3],
    ['three tasks that differ by the same', { sums: [1, 1, 1], counts: [1, 1, 1] }, 0, 4, 4],
    ['three that differ by the same within the margin', { sums: [1, 1, 1], counts: [1, 1, 1] }, 1, 2, 2],
    ['two that hardly differ', { sums: [0.1, 0.11], counts: [1, 1] }, 9, 3, 3],
    ['tasks that cancel out without a margin', { sums: [1, -1], counts: [1, 1] }, 0, null, null],
  ])('of %s', (_name, tasks, margin, moreTasks, moreCheckpoints) => {
    expect(adviceFor(tasks, { margin })).toEqual({ tasks: moreTasks, checkpoints: moreCheckpoints })
  })
})
