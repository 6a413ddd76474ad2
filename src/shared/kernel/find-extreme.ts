/** The largest of some numbers, and of `atLeast`. `Math.max(...values)` puts them on the stack, which ends at some 120,000. */
export function findLargest(values: Iterable<number>, atLeast: number = -Infinity): number {
  let largest = atLeast
  for (const value of values) largest = Math.max(largest, value)
  return largest
}

/** The smallest of some numbers, and of `capTokens`; see `findLargest`. */
export function findSmallest(values: Iterable<number>, atMost: number = Infinity): number {
  let smallest = atMost
  for (const value of values) smallest = Math.min(smallest, value)
  return smallest
}
