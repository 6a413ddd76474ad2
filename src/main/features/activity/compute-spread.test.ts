import { describe, expect, it } from 'vitest'
import { computeSpread } from './compute-spread.ts'

describe('a spread', () => {
  it('sorts by size, not by spelling, and leaves its source as it is', () => {
    const values = [100, 9, 20, 3]
    expect(computeSpread(values)).toEqual({
      n: 4,
      mean: 33,
      min: 3,
      q1: 7.5,
      median: 14.5,
      q3: 40,
      p95: expect.closeTo(88),
      max: 100,
    })
    expect(values).toEqual([100, 9, 20, 3])
  })

  it('of nothing is none', () => {
    expect(computeSpread([])).toBeNull()
  })
})
