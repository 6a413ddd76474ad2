/**
 * Of all 2^K ways to give K sizes a sign each, how many have a sum of at least `atLeast`. Exact: the sums of the two
 * halves are sorted and met from opposite ends, which takes 2^(K/2) steps instead of 2^K.
 */
export function countExtremeFlips(sizes: readonly number[], atLeast: number): number {
  const middle = Math.floor(sizes.length / 2)
  const lower = flippedSums(sizes.slice(0, middle))
  const upper = flippedSums(sizes.slice(middle))
  let count = 0
  let reached = upper.length
  for (const sum of lower) {
    while (reached > 0 && sum + (upper[reached - 1] ?? 0) >= atLeast) reached -= 1
    count += upper.length - reached
  }
  return count
}

/** The sums of all ways to give each size a sign, sorted upwards. */
function flippedSums(sizes: readonly number[]): Float64Array {
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
