import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import type { Method } from '../../kernel/method.ts'

/**
 * All presets of a provider, built-in ones first. An id is one preset: where an update brings a built-in one with the
 * id of a preset of one's own, the own one stays what its runs and command lines mean.
 */
export function listProviderPresets(
  provider: Pick<Method, 'id' | 'presets'>,
  ownPresets: readonly PresetEntry[],
): readonly PresetEntry[] {
  const own = ownPresets.filter(({ providerId }) => providerId === provider.id)
  const isTaken = (id: string): boolean => own.some((preset) => preset.id === id)
  const builtIn = provider.presets
    .filter(({ id }) => !isTaken(id))
    .map(({ settings, ...preset }) => ({
      providerId: provider.id,
      ...preset,
      isBuiltIn: true,
      versions: [{ version: 1, settings, note: '', createdTs: 0 }],
    }))
  return [...builtIn, ...own]
}
