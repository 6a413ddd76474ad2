import type { RandomSource } from './create-seeded-random.ts'

/** A p value and how it came about. */
export type FlipTest = {
  /** Two-sided. */
  readonly p: number
  /** The smallest p value that differences of these sizes could have given. */
  readonly least: number
  readonly method: 'exact' | 'monte-carlo'
}

/** 2^32 flips are counted in some milliseconds, by halves of 2^16. */
const mostExactTasks = 32
/** Sums that differ by less are the same sum, added in another order. */
const roundingShare = 1e-12

/**
 * Fisher's randomisation test of paired differences (The Design of Experiments, 1935, section 21), with whole tasks
 * flipped: were the variants alike, each task's sum of differences could as well have had the other sign. The p value
 * is the share of all sign patterns whose mean lies at least as far from zero as the observed one. Exact up to 32
 * tasks that differ; beyond that, `flips` random patterns, the observed one counted in, so that p is never 0 (Phipson
 * and Smyth, Permutation P-values Should Never Be Zero, 2010).
 */
export function signFlipTest(
  sums: readonly number[],
  options: { readonly flips: number; readonly random: RandomSource },
): FlipTest {
  // A task without a difference has the same sum under either sign.
  const sizes = sums.filter((sum) => sum !== 0).map(Math.abs)
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
  const atLeast = observed - roundingShare * sizes.reduce((total, size) => total + size, 0)
  const isExact = sizes.length <= mostExactTasks
  const least = Math.min(1, isExact ? 2 / 2 ** sizes.length : 1 / (options.flips + 1))
  if (atLeast <= 0) return { p: 1, least, method: 'exact' }
  if (isExact) {
    const p = Math.min(1, (2 * countExtremeFlips(sizes, atLeast)) / 2 ** sizes.length)
    return { p, least, method: 'exact' }
  }
  const extreme = countRandomFlips(sizes, atLeast, options)
  return { p: (extreme + 1) / (options.flips + 1), least, method: 'monte-carlo' }
}

function countRandomFlips(
  sizes: readonly number[],
  atLeast: number,
  { flips, random }: { readonly flips: number; readonly random: RandomSource },
): number {
  let extreme = 0
  for (let flip = 0; flip < flips; flip += 1) {
    let sum = 0
    for (const size of sizes) sum += random.nextIndex(2) === 0 ? size : -size
    if (Math.abs(sum) >= atLeast) extreme += 1
  }
  return extreme
}

/**
 * Of all 2^K ways to give K sizes a sign each, how many have a sum of at least `atLeast`. Exact: the sums of the two
 * halves are sorted and met from opposite ends, which takes 2^(K/2) steps instead of 2^K.
 */
export function countExtremeFlips(sizes: readonly number[], atLeast: number): number {
  const middle = Math.floor(sizes.length / 2)
  const lower = computeFlippedSums(sizes.slice(0, middle))
  const upper = computeFlippedSums(sizes.slice(middle))
  let count = 0
  let reached = upper.length
  for (const sum of lower) {
    while (reached > 0 && sum + (upper[reached - 1] ?? 0) >= atLeast) reached -= 1
    count += upper.length - reached
  }
  return count
}

/** The sums of all ways to give each size a sign, sorted upwards. */
function computeFlippedSums(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length)
  let filled = 1
  for (const size of sizes) {
    for (let index = 0; index < filled; index += 1) {
      const sum = sums[index] ?? 0
      sums[index] = sum - size
      sums[index + filled] = sum + size
    }
    filled *= 2
  }
  return sums.sort()
}
