import { mergeSettings } from '../../../../shared/methods/merge-settings.ts'
import { pickNewestVersion, type PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import { isSameSettings } from '../../../ui/components/schema-form/settings-value.ts'

/** The settings of a preset's newest version, complete. */
export function buildPresetSettings(
  { defaults }: Pick<ProviderInfo, 'defaults'>,
  preset: PresetEntry,
): Settings {
  return mergeSettings(defaults, pickNewestVersion(preset).settings)
}

/**
 * The preset whose newest version equals the settings, or null for custom settings. Of several with the same settings
 * it is the preferred one, else the first.
 */
export function findMatchingPreset(
  provider: Pick<ProviderInfo, 'defaults'>,
  presets: readonly PresetEntry[],
  settings: Settings,
  preferredId: string,
): PresetEntry | null {
  const same = presets.filter((preset) => isSameSettings(buildPresetSettings(provider, preset), settings))
  return same.find(({ id }) => id === preferredId) ?? same[0] ?? null
}

/** The presets that ship with a provider, as entries. */
export function listBuiltInPresets({ id: providerId, presets }: ProviderInfo): readonly PresetEntry[] {
  return presets.map(({ settings, ...preset }) => ({
    providerId,
    ...preset,
    isBuiltIn: true,
    versions: [{ version: 1, settings, note: '', createdTs: 0 }],
  }))
}
