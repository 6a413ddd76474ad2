import { lowerBound } from '../../../shared/kernel/numbers.ts'
import type { RandomSource } from './create-seeded-random.ts'
import type { FlipTest } from './sign-flip-test.ts'

/** One of several metrics of the same cells: its differences, summed up by cluster, and its own sign-flip test. */
export type FlippedMetric = {
  /** By id of the cluster; clusters without a value are left out. */
  readonly sums: ReadonlyMap<string, number>
  readonly test: Pick<FlipTest, 'p' | 'least'>
}

export type MinPCorrection = {
  /** P values for being several, in the order of the input. */
  readonly adjusted: readonly number[]
  /** The smallest of these that differences of these sizes could have given. */
  readonly least: number
  /** Independent comparisons that these amount to, about the level: 1 where all show the same. */
  readonly comparisons: number
}

type Options = { readonly level: number; readonly flips: number; readonly random: RandomSource }

/** Signs by cluster, of one pattern after the other; the first pattern flips nothing. */
type Patterns = { readonly signs: readonly Int8Array[]; readonly count: number; readonly isExact: boolean }

/** 2^12 patterns: which sign the first cluster has makes no difference to a two-sided test. */
const mostExactClusters = 13
/** Differences of a metric come to about as many steps where patterns are drawn. */
const latticeSteps = 8192
/** Sums and shares that differ by less are the same, added up in another order. */
const roundingShare = 1e-12

/**
 * Adjusts the p values of one variant's metrics for being several, by the step-down minimum p method (Westfall and Young,
 * Resampling-Based Multiple Testing, 1993, algorithm 2.8). Were the variant like its baseline, all differences of a
 * cluster could as well have had the other sign together, so that the signs are flipped in all metrics at once: what
 * the metrics have in common is in every pattern, and copies of a metric cost nothing. Exact up to 13 clusters that
 * differ; beyond that, `flips` random patterns, the observed one counted in.
 */
export function adjustByMinP(
  metrics: readonly FlippedMetric[],
  { level, flips, random }: Options,
): MinPCorrection {
  const raw = metrics.map(({ test }) => test.p)
  // Whatever its signs, the p value of the others is 1.
  const differing = metrics.flatMap((metric, index) => (metric.test.least < 1 ? [{ metric, index }] : []))
  const [first] = differing
  if (first === undefined || differing.length === 1)
    return { adjusted: raw, least: first?.metric.test.least ?? 1, comparisons: differing.length }
  const clusters = listClusters(differing.map(({ metric }) => metric))
  const patterns =
    clusters.length <= mostExactClusters
      ? buildEveryPattern(clusters.length)
      : drawPatterns(clusters.length, flips, random)
  const tested = differing.map(({ metric, index }) => {
    const sums = Float64Array.from(clusters, (id) => metric.sums.get(id) ?? 0)
    const own = patterns.isExact ? computeRankedP(sums, patterns) : computeLatticeP(sums, patterns)
    return { index, own, observed: own[0] ?? 1 }
  })
  const order = tested.toSorted((one, other) => one.observed - other.observed)
  const smallest = new Float64Array(patterns.count).fill(1)
  const shares = order
    .toReversed()
    .map(({ own, observed }) => {
      lower(smallest, own)
      return shareUpTo(smallest, observed)
    })
    .toReversed()
  const adjusted = [...raw]
  let largest = 0
  for (const [rank, { index }] of order.entries()) {
    largest = Math.max(largest, shares[rank] ?? 1, raw[index] ?? 1)
    adjusted[index] = largest
  }
  return { adjusted, ...measureReach(smallest.toSorted(), level, differing.length) }
}

/** What the smallest p values of all patterns, sorted upwards, say of the correction at its strictest step. */
function measureReach(
  sorted: Float64Array,
  level: number,
  most: number,
): Pick<MinPCorrection, 'least' | 'comparisons'> {
  const atLevel = sorted[Math.ceil(level * sorted.length) - 1] ?? 1
  const comparisons = atLevel === 0 ? most : shareUpTo(sorted, atLevel) / atLevel
  return {
    least: shareUpTo(sorted, sorted[0] ?? 1),
    comparisons: Math.min(most, Math.max(1, comparisons)),
  }
}

function listClusters(metrics: readonly FlippedMetric[]): readonly string[] {
  const ids = metrics.flatMap(({ sums }) => [...sums].flatMap(([id, sum]) => (sum === 0 ? [] : [id])))
  return [...new Set(ids)]
}

function buildEveryPattern(clusters: number): Patterns {
  const count = 2 ** (clusters - 1)
  const signs = Array.from({ length: clusters }, (_, cluster) =>
    new Int8Array(count).map((__, pattern) => ((pattern << 1) & (1 << cluster) ? -1 : 1)),
  )
  return { signs, count, isExact: true }
}

function drawPatterns(clusters: number, flips: number, random: RandomSource): Patterns {
  const signs = Array.from({ length: clusters }, () =>
    new Int8Array(flips + 1).map((_, pattern) => (pattern > 0 && random.nextIndex(2) === 1 ? -1 : 1)),
  )
  return { signs, count: flips + 1, isExact: false }
}

/** Under each pattern, the share of patterns whose sum lies as far from zero or further. */
function computeRankedP(sums: Float64Array, { signs, count }: Patterns): Float64Array {
  const sizes = computeFlippedSizes(sums, signs, count)
  const sorted = sizes.toSorted()
  const slack = roundingShare * sums.reduce((total, sum) => total + Math.abs(sum), 0)
  const shares = new Float64Array(count)
  for (let pattern = 0; pattern < count; pattern += 1)
    shares[pattern] = (count - lowerBound(sorted, (sizes[pattern] ?? 0) - slack)) / count
  return shares
}

/**
 * Under each pattern, the share of all patterns, drawn or not, whose sum lies as far from zero or further. Differences are
 * rounded to steps of a lattice, which makes that share a table. Ranks among drawn patterns would not do: no p value
 * came under one in so many, and some metric would reach that in too many patterns. Any function of the pattern and the
 * sizes keeps the level, so that rounding costs next to nothing and no error.
 */
function computeLatticeP(sums: Float64Array, { signs, count }: Patterns): Float64Array {
  const total = sums.reduce((size, sum) => size + Math.abs(sum), 0)
  const steps = sums.map((sum) =>
    sum === 0 ? 0 : Math.sign(sum) * Math.max(1, Math.round((Math.abs(sum) / total) * latticeSteps)),
  )
  const table = computeLatticeTails(steps.map(Math.abs))
  return computeFlippedSizes(steps, signs, count).map((size) => table[size] ?? 0)
}

/** For each distance from zero, the share of sign patterns of whole sizes whose sum lies there or further out. */
function computeLatticeTails(sizes: Float64Array): Float64Array {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  // Chance of each sum of the sizes with a plus; with the others taken off, that is twice it less the total.
  const chances = new Float64Array(total + 1)
  chances[0] = 1
  let filled = 0
  for (const size of sizes) {
    if (size === 0) continue
    filled += size
    for (let sum = filled; sum >= size; sum -= 1)
      chances[sum] = ((chances[sum] ?? 0) + (chances[sum - size] ?? 0)) / 2
    for (let sum = 0; sum < size; sum += 1) chances[sum] = (chances[sum] ?? 0) / 2
  }
  const tails = new Float64Array(total + 1)
  let tail = 0
  for (let sum = total; 2 * sum >= total; sum -= 1) {
    tail += chances[sum] ?? 0
    tails[2 * sum - total] = Math.min(1, 2 * tail)
  }
  return tails
}

/** How far from zero the sum lies under each pattern. */
function computeFlippedSizes(sums: Float64Array, signs: readonly Int8Array[], count: number): Float64Array {
  const flipped = new Float64Array(count)
  for (const [cluster, own] of signs.entries()) {
    const sum = sums[cluster] ?? 0
    if (sum === 0) continue
    for (let pattern = 0; pattern < count; pattern += 1)
      flipped[pattern] = (flipped[pattern] ?? 0) + sum * (own[pattern] ?? 1)
  }
  return flipped.map(Math.abs)
}

/** Puts the smaller of two values in place of the first. */
function lower(values: Float64Array, others: Float64Array): void {
  for (let index = 0; index < values.length; index += 1)
    values[index] = Math.min(values[index] ?? 1, others[index] ?? 1)
}

function shareUpTo(values: Float64Array, bound: number): number {
  const limit = bound * (1 + roundingShare)
  let count = 0
  for (let index = 0; index < values.length; index += 1) if ((values[index] ?? 1) <= limit) count += 1
  return count / values.length
}
