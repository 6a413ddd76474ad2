import type { Interval } from '../../../shared/domain/comparison.ts'
import { quantileOf, sum } from '../../../shared/lib/numbers.ts'
import { studentQuantile } from './distributions.ts'
import type { RandomSource } from './seeded-random.ts'
import { meanDifference, spreadPerTask, type TaskSums } from './sum-by-task.ts'

/** A studentised mean further out than this many Student's quantiles comes from a resample with next to no spread. */
const mostQuantiles = 3
/** Squares that cancel out to less than this share of what they are made of are zero. */
const roundingShare = 1e-12

/**
 * Interval of the mean difference at a level such as 0.95: at each end the further out of the bootstrap-t over clusters
 * (Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 5.2) and Student's t with the jackknife
 * standard error (Cochran, Sampling Techniques, 3rd edition, section 6.17). The one knows skewness, the other few
 * clusters and mostly zero differences. How often it holds the true mean is in `docs/statistics.md`. Null for fewer than
 * two clusters.
 */
export function studentisedInterval(
  clusters: TaskSums,
  options: { readonly level: number; readonly resamples: number; readonly random: RandomSource },
): Interval | null {
  const spread = spreadPerTask(clusters)
  if (spread === null) return null
  const mean = meanDifference(clusters)
  const count = clusters.sums.length
  const error = spread / Math.sqrt(count)
  if (error === 0) return { low: mean, high: mean }
  const tail = (1 - options.level) / 2
  const student = studentQuantile(1 - tail, count - 1)
  const means = studentisedMeans(clusters, options)
  const bounded = (share: number): number =>
    Math.min(mostQuantiles * student, Math.max(-mostQuantiles * student, quantileOf(means, share)))
  const reach = student * jackknifeError(clusters)
  return {
    low: Math.min(mean - bounded(1 - tail) * error, mean - reach),
    high: Math.max(mean - bounded(tail) * error, mean + reach),
  }
}

/** Distances of resampled means from the observed one, each in its own standard errors; sorted upwards. */
function studentisedMeans(
  { sums, counts }: TaskSums,
  { resamples, random }: { readonly resamples: number; readonly random: RandomSource },
): Float64Array {
  const [own, sizes] = [Float64Array.from(sums), Float64Array.from(counts)]
  const mean = meanDifference({ sums, counts })
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
function jackknifeError({ sums, counts }: TaskSums): number {
  const [total, size] = [sum(sums), sum(counts)]
  const mean = total / size
  const squares = sums.map((value, cluster) => {
    const left = size - (counts[cluster] ?? 0)
    return ((total - value) / left - mean) ** 2
  })
  return Math.sqrt(((sums.length - 1) / sums.length) * sum(squares))
}
