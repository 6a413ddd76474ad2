import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextNormal } from '../testing/simulated-observations.ts'
import { createSeededRandom } from './create-seeded-random.ts'
import { type FlippedMetric, adjustByMinP } from './min-p-correction.ts'
import { signFlipTest } from './sign-flip-test.ts'

const flips = 10_000

function buildFlippedMetric(sums: readonly (number | null)[]): FlippedMetric {
  const known = sums.flatMap((sum, cluster) => (sum === null ? [] : [[`${cluster}`, sum] as const]))
  const test = signFlipTest(
    known.map(([, sum]) => sum),
    { flips, random: createSeededRandom(1) },
  )
  return { sums: new Map(known), test }
}

function correct(metrics: readonly FlippedMetric[]) {
  return adjustByMinP(metrics, { level: 0.02, flips, random: createSeededRandom(1) })
}

/** Differences of metrics that share a part of their noise, metric by metric. */
function correlated(
  { metrics, clusters, shared }: { metrics: number; clusters: number; shared: number },
  seed: number,
): readonly FlippedMetric[] {
  const random = createSeededRandom(seed)
  const common = Array.from({ length: clusters }, () => nextNormal(random))
  return Array.from({ length: metrics }, () =>
    buildFlippedMetric(
      common.map((own) => Math.sqrt(shared) * own + Math.sqrt(1 - shared) * nextNormal(random)),
    ),
  )
}

/** Step-down minimum p by its definition, over all 2^K patterns. */
function byDefinition(rows: readonly (readonly number[])[]): readonly number[] {
  const clusters = rows[0]?.length ?? 0
  const patterns = Array.from({ length: 2 ** clusters }, (_, bits) =>
    rows.map((row) => Math.abs(row.reduce((sum, own, at) => sum + (bits & (1 << at) ? -own : own), 0))),
  )
  const p = patterns.map((sizes) =>
    sizes.map((size, at) => patterns.filter((other) => other[at]! >= size - 1e-9).length / patterns.length),
  )
  const order = rows.map((_, at) => at).toSorted((one, other) => p[0]![one]! - p[0]![other]!)
  const adjusted = rows.map(() => 1)
  let largest = 0
  for (const [rank, index] of order.entries()) {
    const least = p.map((own) => Math.min(...order.slice(rank).map((at) => own[at]!)))
    largest = Math.max(largest, least.filter((own) => own <= p[0]![index]! + 1e-12).length / p.length)
    adjusted[index] = largest
  }
  return adjusted
}

const generateRows = (clusters: number) =>
  fc.array(fc.array(fc.integer({ min: -5, max: 9 }), { minLength: clusters, maxLength: clusters }), {
    minLength: 2,
    maxLength: 5,
  })

describe('the minimum p correction', () => {
  it('is what its definition counts', () => {
    fc.assert(
      fc.property(generateRows(6), (rows) => {
        const { adjusted } = correct(rows.map(buildFlippedMetric))
        for (const [index, expected] of byDefinition(rows).entries())
          expect(adjusted[index]).toBeCloseTo(expected, 12)
      }),
      { numRuns: 60 },
    )
  })

  it.each([8, 18])('lies above the p values and rises with them, %i clusters', (clusters) => {
    fc.assert(
      fc.property(generateRows(clusters), (rows) => {
        const metrics = rows.map(buildFlippedMetric)
        const { adjusted, least, comparisons } = correct(metrics)
        const pairs = metrics.map(({ test }, index) => [test.p, adjusted[index]!] as const)
        for (const [raw, own] of pairs) {
          expect(own).toBeGreaterThanOrEqual(raw)
          expect(own).toBeLessThanOrEqual(1)
        }
        const rising = pairs.toSorted(([one], [other]) => one - other).map(([, own]) => own)
        // Drawn patterns round p values, which can turn neighbours round.
        const slack = clusters === 8 ? 0 : 0.01
        for (const [rank, own] of rising.entries())
          expect(own).toBeGreaterThanOrEqual((rising[rank - 1] ?? 0) - slack)
        expect(Math.min(...adjusted)).toBeGreaterThanOrEqual(least - slack)
        expect(comparisons).toBeLessThanOrEqual(rows.length)
      }),
      { numRuns: 40 },
    )
  })

  it.each([7, 12, 20, 40])('of one metric is its own p value, %i clusters', (clusters) => {
    const [metric] = correlated({ metrics: 1, clusters, shared: 0 }, 3)
    expect(correct([metric!])).toEqual({
      adjusted: [metric!.test.p],
      least: metric!.test.least,
      comparisons: 1,
    })
  })

  it('costs nothing for copies of one metric, whatever their unit and sign', () => {
    const row = [3, 1, 4, 1.5, -0.9, 2, 6, 5, 3.5, 5.8, 9, 7]
    const { p } = buildFlippedMetric(row).test
    const copies = [1, 1, 100, -1, 0.001, 1, 1, 1].map((unit) =>
      buildFlippedMetric(row.map((own) => own * unit)),
    )
    const { adjusted, comparisons } = correct(copies)
    expect(adjusted).toEqual(copies.map(() => p))
    expect(comparisons).toBe(1)
  })

  it('costs next to nothing for copies where patterns are drawn', () => {
    const [metric] = correlated({ metrics: 1, clusters: 20, shared: 0 }, 12)
    const { p } = metric!.test
    const { adjusted, comparisons } = correct(Array.from({ length: 8 }, () => metric!))
    expect(p).toBeGreaterThan(0.001)
    expect(Math.abs(adjusted[0]! - p)).toBeLessThan(4 * Math.sqrt(p / flips))
    expect(comparisons).toBeLessThan(1.3)
  })

  it.each([
    [12, 10],
    [20, 10],
    [20, 60],
  ])(
    'is about that of Holm where metrics have nothing in common: %i clusters, %i metrics',
    (clusters, metrics) => {
      const noise = correlated({ metrics: metrics - 1, clusters, shared: 0 }, 5)
      const leading = buildFlippedMetric(
        Array.from({ length: clusters }, (_, at) => (at === 0 ? -1 : 1 + at / 7)),
      )
      const { adjusted, comparisons } = correct([...noise, leading])
      const holm = Math.min(1, leading.test.p * metrics)
      expect(adjusted.at(-1)).toBeLessThanOrEqual(1.1 * holm + 2 / flips)
      expect(adjusted.at(-1)).toBeGreaterThan(0.5 * holm)
      expect(comparisons).toBeGreaterThan(0.6 * metrics)
    },
  )

  it('costs less, the more metrics have in common', () => {
    const of = (shared: number) => correct(correlated({ metrics: 20, clusters: 12, shared }, 8)).comparisons
    expect(of(0.95)).toBeLessThan(0.6 * of(0.5))
    expect(of(0.5)).toBeLessThan(of(0))
  })

  it('leaves out metrics that could not have reached anything', () => {
    const all = buildFlippedMetric([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    const few = Array.from({ length: 30 }, (_, at) => buildFlippedMetric([null, null, at, 1, null, 2, 1]))
    const none = buildFlippedMetric([0, 0, 0, 0, 0, 0, 0])
    const { adjusted, least, comparisons } = correct([none, ...few, all])
    expect(adjusted.at(-1)).toBe(2 / 2 ** 12)
    expect(adjusted[0]).toBe(1)
    expect(least).toBe(2 / 2 ** 12)
    expect(comparisons).toBeLessThan(2)
  })

  it('flips together what stands in the same cluster, in whatever order', () => {
    const row = [3, 1, 4, 1.5, -0.9, 2, 6, 5]
    const one = buildFlippedMetric(row)
    const turned = { ...one, sums: new Map([...one.sums].toReversed()) }
    expect(correct([one, turned]).adjusted).toEqual([one.test.p, one.test.p])
  })

  it('of no metric is none', () => {
    expect(correct([])).toEqual({ adjusted: [], least: 1, comparisons: 0 })
  })

  it('calls something of alike variants in 2 of 100 experiments', () => {
    const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1)
    const called = seeds.filter((seed) =>
      correct(correlated({ metrics: 8, clusters: 10, shared: 0.7 }, seed)).adjusted.some((p) => p <= 0.02),
    ).length
    expect(called).toBeGreaterThan(0)
    // Two and a half standard errors above 2 %.
    expect(called).toBeLessThanOrEqual(12)
  })
})
