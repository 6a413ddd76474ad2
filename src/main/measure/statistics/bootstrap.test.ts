import { describe, expect, it } from 'vitest'
import { computeQuantile } from '../../../shared/kernel/numbers.ts'
import { nextNormal } from '../testing/simulated-observations.ts'
import { bootstrapInterval, expandTail, bootstrapMeans } from './bootstrap-interval.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import type { TaskSums } from './sum-by-task.ts'

/** Seven tasks of different size. */
const seven: TaskSums = { sums: [0.9, -0.2, 1.4, 0.35, 2.2, -0.6, 0.05], counts: [3, 1, 4, 2, 5, 2, 1] }

/** Twenty tasks of five checkpoints each, drawn with NumPy: a spread between tasks and a smaller one within. */
const twenty: TaskSums = {
  sums: [
    0.885, -1.29, -0.012, -0.835, -0.517, -0.086, -1.273, -0.516, -0.989, 1.275, -0.099, -0.567, -0.017,
    -0.771, -0.886, -0.409, -0.027, -0.102, 0.231, -0.414,
  ],
  counts: Array.from({ length: 20 }, () => 5),
}

function computeResampledMeans(tasks: TaskSums, resamples: number, seed: number): Float64Array {
  return bootstrapMeans(tasks, resamples, createSeededRandom(seed))
}

describe('the paired cluster bootstrap', () => {
  // All 7^7 = 823,543 resamples were listed in Python and their quantiles taken with NumPy: what is left between
  // that and 100,000 random ones is Monte Carlo error.
  it.each([
    [0.01, -0.09],
    [0.025, -0.02857143],
    [0.25, 0.15588235],
    [0.5, 0.22777778],
    [0.75, 0.28333333],
    [0.975, 0.35961538],
    [0.99, 0.375],
  ])('has the quantile of all possible resamples at %d', (share, expected) => {
    const means = computeResampledMeans(seven, 100_000, 5)
    // Ranks within which the quantile lies but for 4 standard errors of a share.
    const slack = 4 * Math.sqrt((share * (1 - share)) / means.length)
    expect(computeQuantile(means, share - slack)).toBeLessThanOrEqual(expected + 1e-8)
    expect(computeQuantile(means, share + slack)).toBeGreaterThanOrEqual(expected - 1e-8)
  })

  it('has the mean and deviation of all possible resamples', () => {
    const means = computeResampledMeans(seven, 100_000, 6)
    const mean = means.reduce((sum, value) => sum + value, 0) / means.length
    const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / means.length
    expect(Math.abs(mean - 0.2114298878598628)).toBeLessThan(0.0013)
    expect(Math.abs(Math.sqrt(variance) - 0.10014909213801161)).toBeLessThan(0.0015)
  })

  it('draws tasks whole: two that cancel out within themselves never show a difference', () => {
    const means = computeResampledMeans({ sums: [0, 0], counts: [2, 2] }, 1000, 1)
    expect([...new Set(means)]).toEqual([0])
  })

  it('gives the same resamples for the same seed, and others for another', () => {
    expect(computeResampledMeans(seven, 1000, 9)).toEqual(computeResampledMeans(seven, 1000, 9))
    expect(computeResampledMeans(seven, 1000, 9)).not.toEqual(computeResampledMeans(seven, 1000, 10))
  })
})

describe('the bootstrap interval', () => {
  it.each([
    [7, 0.004109153815637144],
    [20, 0.015880829920347974],
  ])('of %i tasks leaves out the share %d at each end', (taskCount, expected) => {
    // Computed with SciPy: norm.cdf(-t.ppf(0.975, K - 1) * sqrt(K / (K - 1))).
    expect(expandTail(0.025, taskCount)).toBeCloseTo(expected, 12)
  })

  // NumPy, 2,000,000 resamples: -0.122 to -0.00102 for the expanded interval; over 10,000 resamples its ends have a
  // Monte Carlo error of 0.0008 and 0.0010.
  it.each([1, 2, 3, 4, 5])('agrees with an independent implementation, seed %i', (seed) => {
    const interval = bootstrapInterval(twenty, {
      level: 0.95,
      resamples: 10_000,
      random: createSeededRandom(seed),
    })
    expect(Math.abs((interval?.low ?? Number.NaN) + 0.122)).toBeLessThan(0.0032)
    expect(Math.abs((interval?.high ?? Number.NaN) + 0.00102)).toBeLessThan(0.004)
  })

  it('agrees in its plain quantiles with scipy.stats.bootstrap', () => {
    // method='percentile', 200,000 resamples of the task means: -0.11735 to -0.00653.
    const means = computeResampledMeans(twenty, 100_000, 2)
    expect(Math.abs(computeQuantile(means, 0.025) + 0.11735)).toBeLessThan(0.001)
    expect(Math.abs(computeQuantile(means, 0.975) + 0.00653)).toBeLessThan(0.0012)
  })

  it('is null for one task and a point for tasks that agree', () => {
    const options = () => ({ level: 0.95, resamples: 1000, random: createSeededRandom(1) })
    expect(bootstrapInterval({ sums: [3], counts: [2] }, options())).toBeNull()
    expect(bootstrapInterval({ sums: [3, 3, 6], counts: [1, 1, 2] }, options())).toEqual({ low: 3, high: 3 })
  })

  it('holds the true mean of few tasks about as often as it says', () => {
    const draws = createSeededRandom(8)
    const held = Array.from({ length: 1000 }, () => {
      const sums = Array.from({ length: 6 }, () => nextNormal(draws))
      const tasks = { sums, counts: sums.map(() => 1) }
      const interval = bootstrapInterval(tasks, { level: 0.95, resamples: 1000, random: draws })
      return interval !== null && interval.low <= 0 && interval.high >= 0
    }).filter(Boolean).length
    // A plain percentile interval holds it in about 850 of 1,000.
    expect(held).toBeGreaterThan(920)
    expect(held).toBeLessThan(970)
  })
})
