import type { GuidePick } from '../../../shared/domain/guide.ts'
import type { ProviderInfo, Settings } from '../../../shared/domain/provider.ts'
import { mergeSettings } from '../../components/schema-form/settings-value.ts'

/** The settings that a recommendation means, complete; null where the provider has no such preset. */
export function settingsOfPick(
  { defaults, presets }: Pick<ProviderInfo, 'defaults' | 'presets'>,
  { presetId, settings = {} }: GuidePick,
): Settings | null {
  const preset = presetId === null ? { settings: {} } : presets.find(({ id }) => id === presetId)
  if (preset === undefined) return null
  return mergeSettings(mergeSettings(defaults, preset.settings), settings)
}
