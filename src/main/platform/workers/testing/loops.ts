/** Work that grows with its argument. */
export function linear(size: number): number {
  let sum = 0
  for (let at = 0; at < size; at += 1) sum += at % 7
  return sum
}

/** Work that grows with the square of its argument. */
export function square(size: number): number {
  let sum = 0
  for (let at = 0; at < size; at += 1) sum += linear(size)
  return sum
}
