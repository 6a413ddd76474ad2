import { describe, expect, it } from 'vitest'
import { nextNormal } from '../testing/simulated-observations.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import { countExtremeFlips, signFlipTest } from './sign-flip-test.ts'
/** Cross- and self-fertilised maize of Darwin's, eighths of an inch (Fisher, The Design of Experiments, table 3). */
const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

const twenty = [
  0.885, -1.29, -0.012, -0.835, -0.517, -0.086, -1.273, -0.516, -0.989, 1.275, -0.099, -0.567, -0.017, -0.771,
  -0.886, -0.409, -0.027, -0.102, 0.231, -0.414,
]

function runTest(sums: readonly number[], flips = 10_000) {
  return signFlipTest(sums, { flips, random: createSeededRandom(1) })
}

describe('the sign-flip test', () => {
  it("counts Fisher's 1,726 of 32,768 patterns for Darwin's maize", () => {
    expect(runTest(darwin)).toMatchObject({ p: 1726 / 32_768, method: 'exact' })
  })

  it('agrees with scipy.stats.permutation_test on 2^20 patterns', () => {
    expect(runTest(twenty)).toMatchObject({ p: 42_248 / 2 ** 20, method: 'exact' })
  })

  it.each<[string, readonly number[], number]>([
    ['five tasks that agree', [1, 2, 3, 4, 5], 2 / 32],
    ['six tasks that agree', [-1, -2, -3, -4, -5, -6], 2 / 64],
    ['seven tasks of which one does not differ', [1, 2, 3, 4, 5, 6, 0], 2 / 64],
    ['one task', [3], 1],
    ['tasks that do not differ', [0, 0, 0, 0, 0, 0], 1],
    ['tasks that cancel out', [2, -2, 1, -1], 1],
    ['no task', [], 1],
    ['equal sums that are stored unequally', [0.1 + 0.2, 0.3, 0.3, -0.3], 10 / 16],
  ])('of %s', (_name, sums, p) => {
    expect(runTest(sums).p).toBe(p)
  })

  it('does not depend on the order of the tasks, nor on which variant is the baseline', () => {
    expect(runTest(twenty.toReversed()).p).toBe(runTest(twenty).p)
    expect(runTest(twenty.map((sum) => -sum)).p).toBe(runTest(twenty).p)
  })

  it('draws patterns beyond 32 tasks and comes near the exact count', () => {
    const random = createSeededRandom(4)
    const sums = Array.from({ length: 34 }, () => 0.3 + nextNormal(random))
    const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
    const exact = (2 * countExtremeFlips(sums.map(Math.abs), observed - 1e-9)) / 2 ** 34
    const drawn = runTest(sums, 40_000)
    expect(drawn.method).toBe('monte-carlo')
    expect(exact).toBeGreaterThan(0.01)
    expect(Math.abs(drawn.p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 40_000))
  })

  it('is exact however many tasks do not differ', () => {
    const sums = [...twenty, ...Array.from({ length: 20 }, () => 0)]
    expect(runTest(sums)).toEqual(runTest(twenty))
  })

  it('never says that chance is out of the question', () => {
    expect(runTest(Array.from({ length: 40 }, () => 1)).p).toBe(1 / 10_001)
  })
})

describe('counting extreme flips', () => {
  it.each<[readonly number[], number, number]>([
    [[1, 1], 2, 1],
    [[1, 1], 0, 3],
    [[1, 1], 2.1, 0],
    [[1, 2, 4], 3, 3],
    [[1, 2, 4], -7, 8],
    [[5], 5, 1],
    [[], 0, 1],
  ])('of %j that reach %d', (sizes, atLeast, expected) => {
    expect(countExtremeFlips(sizes, atLeast)).toBe(expected)
  })
})
