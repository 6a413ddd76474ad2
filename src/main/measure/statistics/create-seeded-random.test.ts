import { describe, expect, it } from 'vitest'
import { type RandomSource, createRandomFromState, createSeededRandom } from './create-seeded-random.ts'

function take(random: RandomSource, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.nextUint32())
}

describe('a seeded random source', () => {
  it('is xoshiro128**, as the reference implementation writes it from the state 1, 2, 3, 4', () => {
    // The same ten numbers stand in the tests of Rust's rand_xoshiro, produced with xoshiro128starstar.c 1.1.
    expect(take(createRandomFromState([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ])
  })

  // Computed in Python with whole numbers of any size, from the definitions of both generators.
  it.each([
    [0, [2261792400, 422459102, 1164530645, 3469776249, 1346931463]],
    [1, [865147492, 2457218389, 3024132391, 448348817, 3880446938]],
    [42, [660444221, 4030311668, 4089524158, 445746909, 3342618947]],
  ])('spreads the seed %i over its state by splitmix32', (seed, expected) => {
    expect(take(createSeededRandom(seed), 5)).toEqual(expected)
  })

  it('draws every index about as often as any other', () => {
    const random = createSeededRandom(3)
    const hits = [0, 0, 0, 0, 0, 0, 0]
    for (let draw = 0; draw < 70_000; draw += 1) hits[random.nextIndex(7)]! += 1
    const chiSquare = hits.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    // The 99.9 % point of six degrees.
    expect(chiSquare).toBeLessThan(22.46)
  })
})
