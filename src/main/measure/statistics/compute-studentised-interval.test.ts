import { describe, expect, it } from 'vitest'
import { nextNormal } from '../testing/simulated-observations.ts'
import { studentise, computeStudentisedInterval } from './compute-studentised-interval.ts'
import { createSeededRandom } from './create-seeded-random.ts'

const options = (seed = 1) => ({ level: 0.95, resamples: 1000, random: createSeededRandom(seed) })

describe('the studentised interval', () => {
  it('is null for one cluster and a point for clusters that agree', () => {
    expect(computeStudentisedInterval({ sums: [3], counts: [2] }, options())).toBeNull()
    expect(computeStudentisedInterval({ sums: [3, 3, 6], counts: [1, 1, 2] }, options())).toEqual({
      low: 3,
      high: 3,
    })
  })

  it("reaches at least as far as Student's, and further where values are skewed", () => {
    const clusters = { sums: [0, 0.1, 0.2, 0.1, 0.3, 0.2, 2, 0.1], counts: [1, 1, 1, 1, 1, 1, 1, 1] }
    const { low, high } = computeStudentisedInterval(clusters, options())!
    // Mean 0.375, standard error 0.2343, Student's quantile 2.3646.
    expect(low).toBeCloseTo(0.375 - 2.3646 * 0.2343, 2)
    expect(high).toBeGreaterThan(1.5)
    expect(high).toBeLessThan(0.375 + 3 * 2.3646 * 0.2343 + 0.01)
  })

  it('holds the true mean of eight clusters of different size about as often as it says', () => {
    const draws = createSeededRandom(8)
    const held = Array.from({ length: 1000 }, () => {
      const counts = Array.from({ length: 8 }, () => 1 + draws.nextIndex(5))
      const sums = counts.map((count) => count * nextNormal(draws))
      const interval = computeStudentisedInterval(
        { sums, counts },
        { ...options(), resamples: 500, random: draws },
      )
      return interval !== null && interval.low <= 0 && interval.high >= 0
    }).filter(Boolean).length
    expect(held).toBeGreaterThan(930)
    expect(held).toBeLessThan(970)
  })
})

describe('two one-sided tests', () => {
  const clusters = { sums: [0.5, -0.2, 0.1, 0.4, -0.3, 0.2], counts: [1, 1, 1, 1, 1, 1] }
  const computeEquivalenceP = (sums: readonly number[], counts: readonly number[], margin: number) =>
    studentise({ sums, counts }, { ...options(), resamples: 10_000 })!.equivalenceP(margin)

  it("have no smaller p value than Student's at the nearer end of the margin", () => {
    // SciPy: max(ttest_1samp(x, -0.6, alternative='greater'), ttest_1samp(x, 0.6, alternative='less')).
    const least = 0.006905447109619505
    const mirrored = clusters.sums.map((own) => -own)
    for (const sums of [clusters.sums, mirrored]) {
      expect(computeEquivalenceP(sums, clusters.counts, 0.6)).toBeGreaterThanOrEqual(least - 1e-12)
      expect(computeEquivalenceP(sums, clusters.counts, 0.6)).toBeLessThan(0.03)
    }
  })

  it('never show that a difference beyond the margin is none', () => {
    expect(computeEquivalenceP(clusters.sums, clusters.counts, 0.05)).toBeGreaterThan(0.5)
    expect(computeEquivalenceP(clusters.sums, clusters.counts, 0)).toBeGreaterThan(0.5)
  })

  it('take clusters that agree at their word', () => {
    expect(computeEquivalenceP([0, 0, 0], [1, 2, 1], 0)).toBe(0)
    expect(computeEquivalenceP([1, 2, 1], [1, 2, 1], 0.5)).toBe(1)
    expect(studentise({ sums: [1], counts: [1] }, options())).toBeNull()
  })
})
