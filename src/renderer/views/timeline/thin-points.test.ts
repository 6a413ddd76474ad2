import { describe, expect, it } from 'vitest'
import { thinPoints } from './thin-points.ts'

describe('the points that are drawn', () => {
  it.each([
    [{ from: 0, to: 4 }, 10, [0, 1, 2, 3, 4]],
    [{ from: 2, to: 4 }, 3, [2, 3, 4]],
    [{ from: 3, to: 3 }, 10, [3]],
    [{ from: 0, to: -1 }, 10, []],
  ])('are all of %j where at most %i fit', (range, most, expected) => {
    expect(thinPoints([5, 1, 4, 2, 3], range, most)).toEqual(expected)
  })

  it('keep the ends, every peak and every fall of a long history, in its order', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => index % 100)
    values[4321] = 9999
    values[8765] = -5
    const kept = thinPoints(values, { from: 0, to: 9999 }, 1500)
    expect(kept.length).toBeLessThanOrEqual(1500)
    expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
    expect(kept).toEqual(expect.arrayContaining([0, 4321, 8765, 9999]))
  })
})
