import type { Settings } from '../../../shared/domain/provider.ts'
import type { FieldPath } from './form-field.ts'

/** Any JSON value, as settings hold them. */
export type JsonValue = Settings[string]

/** The value at a path, or undefined where the path leads nowhere. */
export function valueAt(settings: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    settings,
  )
}

/** A copy of the settings with another value at a path. Missing objects on the way are created. */
export function withValueAt(settings: Settings, path: FieldPath, value: JsonValue): Settings {
  const [key, ...rest] = path
  if (key === undefined) return settings
  const inner = settings[key]
  return {
    ...settings,
    [key]: rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value),
  }
}

/** Settings merged over others, object by object. Lists and plain values are replaced whole. */
export function mergeSettings(base: Settings, over: Settings): Settings {
  const merged: Settings = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isObject(below) && isObject(value) ? mergeSettings(below, value) : value
  }
  return merged
}

/** Whether two settings say the same, whatever the order of their keys. */
export function sameSettings(a: JsonValue, b: JsonValue): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function isObject(value: JsonValue | undefined): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the JSON beside the form, or says why it is not an object. */
export function parseSettings(text: string): { readonly settings: Settings } | { readonly error: string } {
  try {
    const value: unknown = JSON.parse(text)
    // JSON.parse gives JSON, checked here to be an object.
    if (isObject(value as JsonValue)) return { settings: value as Settings }
    return { error: 'Settings must be an object: { … }.' }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is not JSON.' }
  }
}
