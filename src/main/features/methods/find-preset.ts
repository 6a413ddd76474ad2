import { findNamed, type FoundNamed } from '../../../shared/kernel/find-named.ts'
import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import { parsePresetReference } from '../../../shared/methods/preset-reference-types.ts'

/** What a text means among presets, and the version that it names; null for the newest. */
export type PresetMatch = { readonly found: FoundNamed<PresetEntry>; readonly version: number | null }

/** Finds a preset by its id, its label or the beginning of either, with or without `@version`. */
export function matchPreset(presets: readonly PresetEntry[], text: string): PresetMatch {
  const { id, version } = parsePresetReference(text)
  const found = findNamed(presets, id, (preset) => ({ id: preset.id, name: preset.label }))
  return { found, version }
}
