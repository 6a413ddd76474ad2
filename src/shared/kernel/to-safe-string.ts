/**
 * `String(value)` of whatever JSON holds. An object whose key `toString` is no function has none, and `String` throws: a
 * file that somebody else wrote may have such a key anywhere.
 */
export function toSafeString(value: unknown): string {
  try {
    return String(value)
  } catch {
    return '[object Object]'
  }
}
