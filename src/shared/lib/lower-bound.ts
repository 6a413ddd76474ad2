/** Index of the first of ascending numbers that is not below a bound; their number where all are. */
export function lowerBound(ascending: readonly number[], bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return low
}
