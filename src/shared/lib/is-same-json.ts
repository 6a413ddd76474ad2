/** Structural equality of JSON values; the order of keys counts, for it decides the bytes that are sent. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = Object.entries(b)
  return (
    left.length === right.length &&
    left.every(([key, value], index) => key === right[index]?.[0] && isSameJson(value, right[index]?.[1]))
  )
}
