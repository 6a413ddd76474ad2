import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../../../shared/methods/provider-types.ts'

/** Paths with dots at which settings differ from others that have the same keys. Lists are values. */
export function listChangedSettings(settings: Settings, usual: Settings): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const before = usual[key]
    if (isDeepStrictEqual(value, before)) return []
    if (!isGroup(value) || !isGroup(before)) return [key]
    return listChangedSettings(value, before).map((below) => `${key}.${below}`)
  })
}

/** The value at such a path, undefined where there is none. */
export function findSetting(settings: Readonly<Record<string, unknown>>, path: string): unknown {
  return path.split('.').reduce<unknown>((group, key) => (isGroup(group) ? group[key] : undefined), settings)
}

function isGroup(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
