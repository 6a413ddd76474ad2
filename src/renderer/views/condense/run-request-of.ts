import type { RunRequest } from '../../../shared/api/runs.ts'
import { newestVersion, type PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { presetReferenceText } from '../../../shared/domain/preset-reference.ts'
import type { ProviderInfo, Settings } from '../../../shared/domain/provider.ts'

/** What is sent to start a run: the preset that the settings equal by its name, else the settings. */
export function requestOf(
  taskId: string,
  provider: Pick<ProviderInfo, 'id'>,
  chosen: { readonly preset: PresetEntry | null; readonly settings: Settings },
  options: Omit<Partial<RunRequest>, 'taskId' | 'providerId' | 'settings' | 'presetId'>,
): RunRequest {
  const { preset, settings } = chosen
  const named = preset === null ? { settings } : { presetId: nameOf(preset) }
  return { taskId, providerId: provider.id, ...named, ...options }
}

/** With the version that is on the screen, whatever was saved elsewhere meanwhile. */
function nameOf(preset: PresetEntry): string {
  return preset.isBuiltIn ? preset.id : presetReferenceText(preset.id, newestVersion(preset).version)
}
