import type { Settings } from './provider-types.ts'

/** Settings merged over others, object by object. Lists and plain values are replaced whole. */
export function mergeSettings(base: Settings, over: Settings): Settings {
  const merged: Settings = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(below) && isGroup(value) ? mergeSettings(below, value) : value
  }
  return merged
}

function isGroup(value: Settings[string] | undefined): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
