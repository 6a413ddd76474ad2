/** Shorter texts are not worth a look-up. */
const leastChars = 200
/** A message holds blocks, a block holds more of them or the input of a tool. */
const deepest = 6

/**
 * Makes equal texts one text, in all values that the function is given in turn; the values are changed in place.
 * Agents read the same files again and again, and parsing makes a text of each of them.
 */
export function createTextSharer(): (value: unknown) => void {
  const known = new Map<string, string>()
  const shareIn = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') {
        shareIn(inner, depth + 1)
        continue
      }
      if (inner.length < leastChars) continue
      const first = known.get(inner)
      if (first === undefined) known.set(inner, inner)
      else Reflect.set(value, key, first)
    }
  }
  return (value) => shareIn(value, 0)
}
