import { describe, expect, it } from 'vitest'
import { computeShareInterval } from './compute-share-interval.ts'
import { createSeededRandom } from './create-seeded-random.ts'

describe('the interval of a share', () => {
  it('holds what is true in about nineteen of twenty samples of 12 groups, alike or not', () => {
    const random = createSeededRandom(3)
    const draw = (): number => random.nextUint32() / 2 ** 32
    for (const share of [0.1, 0.5, 0.9])
      for (const alike of [0, 0.5, 1]) {
        const held = Array.from({ length: 400 }, () => {
          const groups = Array.from({ length: 12 }, () => {
            const own = draw() < share
            const items = Array.from({ length: 3 }, () => (draw() < alike ? own : draw() < share))
            return items.filter(Boolean).length
          })
          const found = computeShareInterval({ sums: groups, counts: groups.map(() => 3) }, 0.95)
          return found !== null && found.low <= share && share <= found.high
        })
        expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(0.93 * 400)
      }
  })

  it.each([
    [0, 0, 0.29],
    [3, 0.71, 1],
  ])('is no point where each of 12 groups has %i of 3', (own, low, high) => {
    const found = computeShareInterval({ sums: Array(12).fill(own), counts: Array(12).fill(3) }, 0.95)
    expect(found?.low).toBeCloseTo(low, 2)
    expect(found?.high).toBeCloseTo(high, 2)
  })

  it('needs two groups', () => {
    expect(computeShareInterval({ sums: [1], counts: [2] }, 0.95)).toBeNull()
  })
})
