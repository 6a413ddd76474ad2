/** For each place the next value after it; null where none follows. */
export function findFollowingValues<Value>(values: readonly (Value | null)[]): (Value | null)[] {
  const following: (Value | null)[] = []
  let next: Value | null = null
  for (let index = values.length - 1; index >= 0; index -= 1) {
    following[index] = next
    next = values[index] ?? next
  }
  return following
}

/** For each place the last value before it; null where none is. */
export function findPrecedingValues<Value>(values: readonly (Value | null)[]): (Value | null)[] {
  return findFollowingValues(values.toReversed()).toReversed()
}
