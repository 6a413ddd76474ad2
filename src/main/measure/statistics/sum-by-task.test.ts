import { describe, expect, it } from 'vitest'
import { computeMeanDifference, spreadPerTask, sumByTask, computeTaskMeans } from './sum-by-task.ts'

describe('differences summed up by task', () => {
  it('keeps tasks in the order in which they come first', () => {
    const tasks = sumByTask([
      { taskId: 'b', difference: 1 },
      { taskId: 'a', difference: 2 },
      { taskId: 'b', difference: 4 },
    ])
    expect(tasks).toEqual({ sums: [5, 2], counts: [2, 1] })
    expect(computeMeanDifference(tasks)).toBeCloseTo(7 / 3, 15)
    expect(computeTaskMeans(tasks)).toEqual([2.5, 2])
  })

  it('takes differences that cancel out for zero', () => {
    const tasks = sumByTask([0.1, 0.2, -0.3].map((difference) => ({ taskId: 'a', difference })))
    expect(0.1 + 0.2 - 0.3).not.toBe(0)
    expect(tasks.sums).toEqual([0])
  })

  it('has the spread of the task means where every task has as many checkpoints', () => {
    // Sums 2, 4, 9 of 2 checkpoints each: means 1, 2, 4.5, whose sample variance is 3.25.
    expect(spreadPerTask({ sums: [2, 4, 9], counts: [2, 2, 2] })).toBeCloseTo(Math.sqrt(3.25), 12)
  })

  it('has the spread of a ratio of totals where tasks differ in size', () => {
    // Computed with NumPy from the formula.
    const tasks = { sums: [0.9, -0.2, 1.4, 0.35, 2.2, -0.6, 0.05], counts: [3, 1, 4, 2, 5, 2, 1] }
    expect(computeMeanDifference(tasks)).toBeCloseTo(0.2277777777777778, 14)
    expect(spreadPerTask(tasks)).toBeCloseTo(0.2633676535893715, 13)
  })

  it('has none for a single task', () => {
    expect(spreadPerTask({ sums: [2], counts: [2] })).toBeNull()
  })
})
