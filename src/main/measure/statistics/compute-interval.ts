import type { MetricUnit } from '../../../shared/activity/quality-types.ts'
import type { ComparisonRules, Interval } from '../../../shared/condense/comparison-types.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { computeQuantile, lowerBound, sum } from '../../../shared/kernel/numbers.ts'
import type { ClusteredPairs } from './cluster-pairs.ts'
import { createSeededRandom, type RandomSource } from './create-seeded-random.ts'
import { computeStudentQuantile, computeStudentTail } from './distributions.ts'
import { signFlipTest } from './sign-flip-test.ts'
import { computeMeanDifference, computeTaskMeans, spreadPerTask, type TaskSums } from './sum-by-task.ts'

/** A studentised mean further out than this many Student's quantiles comes from a resample with next to no spread. */
const mostQuantiles = 3
/** Squares that cancel out to less than this share of what they are made of are zero. */
const roundingShare = 1e-12

type Options = { readonly level: number; readonly resamples: number; readonly random: RandomSource }

/** A mean with what its distance from the true one can be: by resamples, and by Student's t. */
type Studentised = {
  readonly mean: number
  /** Standard error that the resampled distances are measured in. */
  readonly error: number
  /** Of resampled means from the observed one, each in its own standard errors; sorted upwards. */
  readonly distances: Float64Array
  readonly jackknifeError: number
  readonly degrees: number
}

/** What an interval is taken by; `resamples` and `fewestTasks` as experiments have them. */
export type IntervalRules = Pick<ComparisonRules, 'intervalLevel' | 'resamples' | 'seed' | 'fewestTasks'>

/** What values are of: a figure by its unit, or its differences between two methods. */
export type EstimatedFigure = { readonly unit: MetricUnit; readonly isDifference: boolean }

/** Where some values lie, and how well that is known. */
export type Estimate = {
  /** Their mean, or of money their median. */
  readonly value: number
  /** Null where no interval from so few clusters, or from so few that differ, would hold the true value. */
  readonly interval: Interval | null
  /** Larger p value of two one-sided tests against a margin; null where there are none. */
  readonly equivalenceP: (margin: number) => number | null
}

/** Percentages are mostly high with a rare zero: ends allow for an unseen one in four times as many clusters. */
const unseenShare = 0.25
const largestPercent = 100

/**
 * The one place that decides which interval a figure has, by its unit and its sample; how often it holds the true value of
 * real cells is in `docs/statistics.md`. A few tasks decide a mean of money, so that is told by its median. Of all else it
 * is the mean, without an interval where fewer than five clusters differ from what most of them show: such a sample does
 * not know how far the rare ones go.
 */
export function estimateTypical(
  { sums, values }: Pick<ClusteredPairs, 'sums' | 'values'>,
  { unit, isDifference }: EstimatedFigure,
  rules: IntervalRules,
): Estimate {
  const random = createSeededRandom(rules.seed)
  if (isMoney(unit)) return { ...estimateMedian(values, rules, random), equivalenceP: () => null }
  const value = computeMeanDifference(sums)
  const { intervalLevel: level, resamples, fewestTasks } = rules
  const studentised =
    countUncommon(computeTaskMeans(sums)) < fewestTasks
      ? null
      : studentise(sums, { level, resamples, random })
  if (studentised === null) return { value, interval: null, equivalenceP: () => null }
  const { interval, equivalenceP } = studentised
  return {
    value,
    interval: unit === 'percent' ? allowForUnseen(interval, sums.sums.length, isDifference) : interval,
    equivalenceP,
  }
}

/** Whether a few tasks decide its mean. */
export function isMoney(unit: MetricUnit): boolean {
  return unit === 'usd' || unit === 'usd-change'
}

/** How many values are not the one that is most common. */
function countUncommon(values: readonly number[]): number {
  const groups = [...Map.groupBy(values, (value) => value.toPrecision(9)).values()]
  return (
    values.length -
    findLargest(
      groups.map(({ length }) => length),
      0,
    )
  )
}

function allowForUnseen({ low, high }: Interval, clusters: number, isDifference: boolean): Interval {
  const move = (end: number, extreme: number): number =>
    (clusters * end + unseenShare * extreme) / (clusters + unseenShare)
  return { low: move(low, isDifference ? -largestPercent : 0), high: move(high, largestPercent) }
}

/**
 * Median of all values, and all values that it could be: those that a sign-flip test of the clusters, each with its values
 * beyond less its others, does not find too many beyond. What is equal to the median speaks for it. Null where so few
 * clusters rule out nothing.
 */
function estimateMedian(
  values: readonly (readonly number[])[],
  { intervalLevel, resamples: flips }: IntervalRules,
  random: RandomSource,
): Pick<Estimate, 'value' | 'interval'> {
  const sorted = values.flat().toSorted((a, b) => a - b)
  const value = computeQuantile(sorted, 0.5)
  if (2 / 2 ** values.length > 1 - intervalLevel) return { value, interval: null }
  const isHalf = (isBeyond: (one: number) => boolean): boolean => {
    const signs = values.map((own) => sum(own.map((one) => (isBeyond(one) ? 1 : -1))))
    return sum(signs) <= 0 || signFlipTest(signs, { flips, random }).p > 1 - intervalLevel
  }
  const low = findEnd(sorted, (end) => isHalf((one) => one > end))
  const high = findEnd(sorted.toReversed(), (end) => isHalf((one) => one < end))
  return { value, interval: { low, high } }
}

/** The first of values, from one end of a sample to the other, that the median could be. */
function findEnd(values: readonly number[], couldBe: (value: number) => boolean): number {
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const at = Math.floor((from + to) / 2)
    if (couldBe(values[at] ?? 0)) to = at
    else from = at + 1
  }
  return values[to] ?? 0
}

/**
 * Interval of a mean at a level such as 0.95: at each end the further out of the bootstrap-t over clusters (Davison and
 * Hinkley, Bootstrap Methods and their Application, 1997, section 5.2), which knows skewness, and Student's t with the
 * jackknife standard error (Cochran, Sampling Techniques, 3rd edition, section 6.17). `equivalenceP` of a margin is the
 * larger p value of two one-sided tests (Schuirmann, A Comparison of the Two One-Sided Tests Procedure and the Power
 * Approach, 1987), each the larger of both. Null for fewer than two clusters.
 */
export function studentise(
  clusters: TaskSums,
  options: Options,
): { readonly interval: Interval; readonly equivalenceP: (margin: number) => number } | null {
  const spread = spreadPerTask(clusters)
  if (spread === null) return null
  const mean = computeMeanDifference(clusters)
  const count = clusters.sums.length
  const error = spread / Math.sqrt(count)
  // Without spread the mean is what it is.
  if (error === 0)
    return {
      interval: { low: mean, high: mean },
      equivalenceP: (margin) => (Math.abs(mean) <= margin ? 0 : 1),
    }
  const studentised: Studentised = {
    mean,
    error,
    distances: resampleStudentisedMeans(clusters, options),
    jackknifeError: computeJackknifeError(clusters),
    degrees: count - 1,
  }
  return {
    interval: computeInterval(studentised, options.level),
    equivalenceP: (margin) =>
      Math.max(
        computeChanceAbove(studentised, mean + margin),
        computeChanceBelow(studentised, mean - margin),
      ),
  }
}

function computeInterval(
  { mean, error, distances, jackknifeError: own, degrees }: Studentised,
  level: number,
): Interval {
  const tail = (1 - level) / 2
  const student = computeStudentQuantile(1 - tail, degrees)
  const boundQuantile = (share: number): number =>
    Math.min(mostQuantiles * student, Math.max(-mostQuantiles * student, computeQuantile(distances, share)))
  return {
    low: Math.min(mean - boundQuantile(1 - tail) * error, mean - student * own),
    high: Math.max(mean - boundQuantile(tail) * error, mean + student * own),
  }
}

/** Chance of a mean so far above the true one. */
function computeChanceAbove(
  { error, distances, jackknifeError: own, degrees }: Studentised,
  distance: number,
): number {
  const further = distances.length - lowerBound(distances, distance / error)
  return Math.max((further + 1) / (distances.length + 1), computeStudentTail(distance / own, degrees))
}

/** Chance of a mean so far below the true one; `distance` is negative there. */
function computeChanceBelow(
  { error, distances, jackknifeError: own, degrees }: Studentised,
  distance: number,
): number {
  // What is equal counts as further, up to rounding.
  const further = lowerBound(distances, distance / error + roundingShare)
  return Math.max((further + 1) / (distances.length + 1), computeStudentTail(-distance / own, degrees))
}

/** Distances of resampled means from the observed one, each in its own standard errors; sorted upwards. */
function resampleStudentisedMeans(
  { sums, counts }: TaskSums,
  { resamples, random }: { readonly resamples: number; readonly random: RandomSource },
): Float64Array {
  const [own, sizes] = [Float64Array.from(sums), Float64Array.from(counts)]
  const mean = computeMeanDifference({ sums, counts })
  const clusters = own.length
  const factor = clusters / (clusters - 1)
  const distances = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    let [total, size, squares, products, sizeSquares] = [0, 0, 0, 0, 0]
    for (let draw = 0; draw < clusters; draw += 1) {
      const index = random.nextIndex(clusters)
      const value = own[index] ?? 0
      const weight = sizes[index] ?? 0
      total += value
      size += weight
      squares += value * value
      products += value * weight
      sizeSquares += weight * weight
    }
    const ratio = total / size
    const rest = squares - 2 * ratio * products + ratio * ratio * sizeSquares
    const scale = squares + ratio * ratio * sizeSquares
    const distance = ratio - mean
    distances[resample] =
      rest > scale * roundingShare
        ? distance / (Math.sqrt(factor * rest) / size)
        : Math.abs(distance) <= roundingShare * (Math.abs(ratio) + Math.abs(mean))
          ? 0
          : Math.sign(distance) * Number.MAX_VALUE
  }
  return distances.sort()
}

/** Standard error of the mean difference from the means that leave out one cluster each. */
function computeJackknifeError({ sums, counts }: TaskSums): number {
  const [total, size] = [sum(sums), sum(counts)]
  const mean = total / size
  const squares = sums.map((value, cluster) => {
    const left = size - (counts[cluster] ?? 0)
    return ((total - value) / left - mean) ** 2
  })
  return Math.sqrt(((sums.length - 1) / sums.length) * sum(squares))
}
