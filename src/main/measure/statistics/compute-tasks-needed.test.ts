import { describe, expect, it } from 'vitest'
import { computeTasksNeeded } from './compute-tasks-needed.ts'

describe('tasks that an experiment needs', () => {
  it('are more than five, and more for each variant that is compared', () => {
    expect([1, 2, 4].map((comparisons) => computeTasksNeeded(comparisons).fewest)).toEqual([7, 8, 9])
  })

  it('are about as many for ten points as a t-test of that power takes', () => {
    // At 2 %: (2.33 + 0.84)² · 4 = 40.1 by the normal distribution, two more by Student's.
    expect(computeTasksNeeded(1).forTenPoints).toBeGreaterThanOrEqual(41)
    expect(computeTasksNeeded(1).forTenPoints).toBeLessThanOrEqual(45)
  })

  it('are five without anything to compare', () =>
    expect(computeTasksNeeded(0).fewest).toBeGreaterThanOrEqual(5))
})
