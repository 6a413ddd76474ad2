import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import type { PreferenceWriter } from '../data/preference-writer.ts'

/** Key of the preference that holds the colour scheme. */
const key = 'theme'

/**
 * Keeps the colour scheme among the preferences of the engine: the page's own storage belongs to an origin, and
 * that changes with every port.
 */
export function createColorSchemeManager(
  writer: PreferenceWriter,
  preferences: Readonly<Record<string, unknown>>,
): MantineColorSchemeManager {
  const stored = preferences[key]
  let current: MantineColorScheme | null = isMantineColorScheme(stored) ? stored : null
  return {
    get: (fallback) => current ?? fallback,
    set: (value) => {
      current = value
      writer.set(key, value)
    },
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => {
      current = null
    },
  }
}
