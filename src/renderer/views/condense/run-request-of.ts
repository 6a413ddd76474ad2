import type { RunRequest } from '../../../shared/api/runs.ts'
import type { Preset, ProviderInfo, Settings } from '../../../shared/domain/provider.ts'
import { mergeSettings, sameSettings } from '../../components/schema-form/settings-value.ts'

/** The settings of a preset, complete. */
export function settingsOfPreset(provider: ProviderInfo, preset: Preset): Settings {
  return mergeSettings(provider.defaults, preset.settings)
}

/** The preset that settings equal; null for settings of one's own. */
export function presetOf(provider: ProviderInfo, settings: Settings): Preset | null {
  return provider.presets.find((preset) => sameSettings(settingsOfPreset(provider, preset), settings)) ?? null
}

/** What is sent to start a run: a preset by its name where the settings equal one, else the settings. */
export function requestOf(
  taskId: string,
  provider: ProviderInfo,
  settings: Settings,
  options: Omit<Partial<RunRequest>, 'taskId' | 'providerId' | 'settings' | 'presetId'>,
): RunRequest {
  const preset = presetOf(provider, settings)
  const chosen = preset === null ? { settings } : { presetId: preset.id }
  return { taskId, providerId: provider.id, ...chosen, ...options }
}
