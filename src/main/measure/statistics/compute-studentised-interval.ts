import type { Interval } from '../../../shared/condense/comparison-types.ts'
import { lowerBound, computeQuantile, sum } from '../../../shared/kernel/numbers.ts'
import type { RandomSource } from './create-seeded-random.ts'
import { computeStudentQuantile, computeStudentTail } from './distributions.ts'
import { computeMeanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'

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

/**
 * Interval of the mean difference at a level such as 0.95: at each end the further out of the bootstrap-t over clusters
 * (Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 5.2) and Student's t with the jackknife
 * standard error (Cochran, Sampling Techniques, 3rd edition, section 6.17). The one knows skewness, the other few
 * clusters and mostly zero differences. How often it holds the true mean is in `docs/statistics.md`. Null for fewer than
 * two clusters.
 */
export function computeStudentisedInterval(clusters: TaskSums, options: Options): Interval | null {
  return studentise(clusters, options)?.interval ?? null
}

/**
 * The interval, and the test that goes with it: `equivalenceP` of a margin is the larger p value of two one-sided tests
 * (Schuirmann, A Comparison of the Two One-Sided Tests Procedure and the Power Approach, 1987), each the larger of the
 * bootstrap-t and Student's t. Null for fewer than two clusters.
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
