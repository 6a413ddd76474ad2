import { findNamed } from '../../../shared/kernel/find-named.ts'
import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import { parsePresetReference } from '../../../shared/methods/preset-reference-types.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { CliFailure } from '../cli-failure.ts'

export type FoundPreset = {
  readonly preset: PresetEntry
  /** Null where the name has none. */
  readonly version: number | null
}

/**
 * Finds the preset that a command line names: `id`, `provider:id`, a label or the beginning of either, each with or
 * without `@version`. What is changed or removed has to be named in full (`isWhole`).
 */
export async function findPreset(
  name: string,
  client: Dewpoint['client'],
  isWhole = false,
): Promise<FoundPreset> {
  const colon = name.indexOf(':')
  const providerId = colon < 0 ? undefined : name.slice(0, colon)
  const presets = await client.presets.list(providerId === undefined ? {} : { providerId })
  const { id, version } = parsePresetReference(name.slice(colon + 1))
  const candidates = isWhole ? presets.filter((preset) => preset.id === id) : presets
  const found = findNamed(candidates, id, (preset) => ({ id: preset.id, name: preset.label }))
  switch (found.kind) {
    case 'found':
      return { preset: found.item, version }
    case 'none':
      throw new CliFailure({ message: `There is no preset ${name}.`, hint: 'See `dewpoint presets list`.' })
    case 'several': {
      const names = found.items.map((one) => `${one.providerId}:${one.id}`)
      const isSame = found.items.every((one) => one.id === id)
      throw new CliFailure({
        message: isSame ? `Several providers have a preset ${id}.` : `Several presets fit ${id}.`,
        hint: `Name one of: ${names.join(', ')}.`,
      })
    }
  }
}
