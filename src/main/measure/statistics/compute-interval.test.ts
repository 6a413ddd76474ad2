import { describe, expect, it } from 'vitest'
import type { MetricUnit } from '../../../shared/activity/quality-types.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { estimateTypical, studentise } from './compute-interval.ts'
import { createSeededRandom } from './create-seeded-random.ts'

const options = (seed = 1) => ({ level: 0.95, resamples: 1000, random: createSeededRandom(seed) })

const rules = { intervalLevel: 0.95, resamples: 1000, seed: 1, fewestTasks: 5 }

/** Clusters of a value each, or of several. */
function estimate(
  values: readonly (number | readonly number[])[],
  unit: MetricUnit = 'share',
  isDifference = true,
) {
  const own = values.map((one) => (typeof one === 'number' ? [one] : one))
  const sums = { sums: own.map((one) => sum(one)), counts: own.map(({ length }) => length) }
  return estimateTypical({ sums, values: own }, { unit, isDifference }, rules)
}

describe('the interval of a mean', () => {
  it("reaches at least as far as Student's, and further where values are skewed", () => {
    const { value, interval } = estimate([0, 0.1, 0.2, 0.12, 0.3, 0.22, 2, 0.06])
    // Mean 0.375, standard error 0.2343, Student's quantile 2.3646.
    expect(value).toBeCloseTo(0.375)
    expect(interval?.low).toBeCloseTo(0.375 - 2.3646 * 0.2343, 2)
    expect(interval?.high).toBeGreaterThan(1.5)
    expect(interval?.high).toBeLessThan(0.375 + 3 * 2.3646 * 0.2343 + 0.01)
  })

  it.each([
    ['one cluster', [3]],
    ['clusters that agree', [1, 1, 1, 1, 1, 1, 1, 1]],
    ['clusters of which four differ', [0, 0, 0, 0, 0.3, 0.1, 0.2, 0.4]],
  ])('is none of %s', (_, values) => {
    expect(estimate(values).interval).toBeNull()
  })

  it('is there where five clusters differ from the rest', () => {
    expect(estimate([0, 0, 0, 0.5, 0.3, 0.1, 0.2, 0.4]).interval).not.toBeNull()
  })

  it('of percentages allows for one that was not seen', () => {
    const values = [94, 95, 96, 93, 97, 95.5]
    const [plain, percent] = [estimate(values, 'count', false), estimate(values, 'percent', false)]
    expect(percent.interval?.low).toBeCloseTo((6 * (plain.interval?.low ?? 0)) / 6.25)
    expect(percent.interval?.high).toBeLessThan(100)
    expect(estimate(values, 'percent').interval?.low).toBeCloseTo(
      (6 * (plain.interval?.low ?? 0) - 25) / 6.25,
    )
  })
})

describe('the interval of a median of money', () => {
  it('is between the third smallest and the third largest of twelve, whatever the largest is', () => {
    const values = [3, 1, 12, 2, 5, 4, 6, 8, 7, 9, 11, 10]
    // Of twelve fair signs two or fewer agree in 3.9 of 100, three or fewer in 14.6.
    expect(estimate(values, 'usd')).toMatchObject({ value: 6.5, interval: { low: 3, high: 10 } })
    expect(estimate([...values.slice(0, 2), 1e6, ...values.slice(3)], 'usd').interval).toEqual({
      low: 3,
      high: 10,
    })
  })

  it('is none of five clusters, which rule out nothing, and knows what nearly all show', () => {
    expect(estimate([1, 2, 3, 4, 5], 'usd-change').interval).toBeNull()
    expect(estimate([0, 0, 0, 0, 0, 0, 0, 0, 0, -9], 'usd-change')).toMatchObject({
      value: 0,
      interval: { low: 0, high: 0 },
    })
  })

  it('holds what half of the values are, however far the others lie', () => {
    expect(estimate([0, 0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10], 'usd').interval).toEqual({ low: 0, high: 8 })
  })

  it('counts the values of a cluster together', () => {
    const alone = estimate([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'usd').interval
    const together = estimate(
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
        [11, 12],
      ],
      'usd',
    ).interval
    expect((together?.high ?? 0) - (together?.low ?? 0)).toBeGreaterThan(
      (alone?.high ?? 0) - (alone?.low ?? 0),
    )
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
