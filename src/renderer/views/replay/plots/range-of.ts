/** The smallest and the largest of values, however many there are; nothing of none. */
export function rangeOf(values: readonly number[]): readonly number[] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [] : [low, high]
}
