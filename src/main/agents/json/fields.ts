import { parseJson } from '../../../shared/kernel/json-values.ts'

/** An object of a file, before anybody knows what is in it. */
export type Fields = Readonly<Record<string, unknown>>

/** True for objects that are no arrays. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A string that is not empty; null for anything else. */
export function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A finite number; null for anything else. */
export function toNumberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Milliseconds since 1970 of an ISO time or of a number of them; null where it is neither. */
export function toTimeOrNull(value: unknown): number | null {
  return toNumberOrNull(typeof value === 'string' ? Date.parse(value) : value)
}

/** The object at a key, or further in at the keys behind it; an empty one where there is none. */
export function readNestedFields(fields: Fields, ...keys: readonly string[]): Fields {
  return keys.reduce<Fields>((at, key) => {
    const value = at[key]
    return isRecord(value) ? value : {}
  }, fields)
}

/** The objects of an array; none where it is no array. */
export function readRecordList(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** JSON that was stored as text; undefined for anything else. */
export function parseJsonText(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseJson(text) : undefined
  } catch {
    return undefined
  }
}

/** The object that a text is as JSON; none where it is cut, or anything else. */
export function parseRecord(text: string): readonly Fields[] {
  const value = parseJsonText(text)
  return isRecord(value) ? [value] : []
}

/** An object that was stored as it is, or as JSON; an empty one where there is none. */
export function parseFields(value: unknown): Fields {
  const parsed = isRecord(value) ? value : parseJsonText(value)
  return isRecord(parsed) ? parsed : {}
}

/** A figure of a record that has 0 until something is known. */
export function omitZero(value: number | null): number | undefined {
  return value === null || value === 0 ? undefined : value
}

type Known<Values extends object> = {
  [
    Key in keyof Values as null extends Values[Key] ? never : undefined extends Values[Key] ? never : Key
  ]: Values[Key]
} & {
  [
    Key in keyof Values as null extends Values[Key] ? Key : undefined extends Values[Key] ? Key : never
  ]?: NonNullable<Values[Key]>
}

/** The values that are known: those that are null or undefined nobody recorded, and they are left out. */
export function omitUnknown<Values extends object>(values: Values): Known<Values> {
  // Only keys go, which the result type has as optional.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<Values>
}
