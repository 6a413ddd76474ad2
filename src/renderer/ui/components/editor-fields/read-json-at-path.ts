import type { JsonValue } from '../schema-form/settings-value.ts'

/** Leads to a value in settings: keys of objects and places in lists. */
export type JsonPath = readonly (string | number)[]

/** The value at a path, or undefined where the path leads nowhere. */
export function readJsonAtPath(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (Array.isArray(inner)) return typeof key === 'number' ? inner[key] : undefined
    return isRecord(inner) ? inner[key] : undefined
  }, value)
}

/** A copy with another value at a path, where undefined removes the key. Missing objects on the way are created, places in lists are not. */
export function withJsonAt(
  value: JsonValue | undefined,
  path: JsonPath,
  next: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (Array.isArray(value) && typeof key === 'number') {
    if (key >= value.length) return value
    const inner = withJsonAt(value[key], rest, next)
    return inner === undefined ? value.toSpliced(key, 1) : value.with(key, inner)
  }
  const { [key]: old, ...others } = isRecord(value) ? value : {}
  const inner = withJsonAt(old, rest, next)
  if (inner === undefined) return others
  // A key that was there keeps its place, so that the JSON does not jump about.
  return isRecord(value) && key in value ? { ...value, [key]: inner } : { ...others, [key]: inner }
}

/** Whether a JSON value is an object, which settings and passes are. */
export function isRecord(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
