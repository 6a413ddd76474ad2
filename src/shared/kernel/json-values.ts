import { lightObject } from './light-values.ts'

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

/** Levels of arrays and objects that files may nest; what checks and writes JSON recurses and would overflow. */
export const deepestJson = 500

/**
 * What a text from anybody says as JSON, a byte order mark left out. Throws a `SyntaxError` for what is no JSON, and for
 * what nests more than `deepestJson` levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if (isDeeperThan(value, deepestJson)) throw new SyntaxError(`it nests more than ${deepestJson} levels deep`)
  return value
}

/** The same, and null for what is no JSON. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** True when arrays and objects nest more than `limit` levels deep. Recurses no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit < 0) return true
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(inner, limit - 1))
  // A list of values for each of a million messages would be most of the work.
  for (const key in value)
    if (Object.hasOwn(value, key) && isDeeperThan(Reflect.get(value, key), limit - 1)) return true
  return false
}

/** Freezes a value and everything in it, and gives it back. Values that are frozen already are not entered. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of lightObject in value ? listPlainValues(value) : Object.values(value)) deepFreeze(inner)
  return value
}

/** Without the texts that would have to be unpacked. */
function listPlainValues(value: object): readonly unknown[] {
  return Object.values(Object.getOwnPropertyDescriptors(value)).map((own): unknown => own.value)
}

/** Shorter texts are not worth a look-up. */
const leastChars = 200
/** A message holds blocks, a block holds more of them or the input of a tool. */
const deepest = 6

/**
 * Makes equal texts one text, in all values that the function is given in turn; the values are changed in place.
 * Agents read the same files again and again, and parsing makes a text of each of them.
 */
export function createTextSharer(): (value: unknown) => void {
  /** The first text of each length: most have a length of their own, and need not be hashed to be told apart. */
  const firstOfLength = new Map<number, string>()
  const others = new Map<string, string>()
  /** An equal text from before; a new one is noted. */
  const findKnownText = (text: string): string | undefined => {
    const first = firstOfLength.get(text.length)
    if (first === undefined) {
      firstOfLength.set(text.length, text)
      return undefined
    }
    const known = first === text ? first : others.get(text)
    if (known === undefined) others.set(text, text)
    return known
  }
  const shareTexts = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') {
        shareTexts(inner, depth + 1)
        continue
      }
      if (inner.length < leastChars) continue
      const known = findKnownText(inner)
      if (known !== undefined) Reflect.set(value, key, known)
    }
  }
  return (value) => shareTexts(value, 0)
}
