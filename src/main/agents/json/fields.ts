import { isRecord } from './read-json.ts'

/** An object of a file, before anybody knows what is in it. */
export type Fields = Readonly<Record<string, unknown>>

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

/** The object at a key; an empty one where there is none. */
export function readNestedFields(fields: Fields, key: string): Fields {
  const value = fields[key]
  return isRecord(value) ? value : {}
}
