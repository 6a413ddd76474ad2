import type { PresetEntry } from '../../shared/domain/preset-entry.ts'
import { parsePresetReference } from '../../shared/domain/preset-reference.ts'
import type { Dewpoint } from '../compose.ts'
import { CliFailure } from './cli-failure.ts'

export type FoundPreset = {
  readonly preset: PresetEntry
  /** Null where the name has none. */
  readonly version: number | null
}

/** Finds the preset that a command line names: `id`, `provider:id`, each with or without `@version`. */
export async function findPreset(name: string, client: Dewpoint['client']): Promise<FoundPreset> {
  const colon = name.indexOf(':')
  const providerId = colon < 0 ? undefined : name.slice(0, colon)
  const { id, version } = parsePresetReference(name.slice(colon + 1))
  const presets = await client.presets.list(providerId === undefined ? {} : { providerId })
  const found = presets.filter((preset) => preset.id === id)
  const [preset, another] = found
  if (preset === undefined) {
    throw new CliFailure({
      message: `There is no preset ${name}.`,
      hint: 'See `dewpoint presets list`.',
    })
  }
  if (another !== undefined) {
    const names = found.map((one) => `${one.providerId}:${id}`)
    throw new CliFailure({
      message: `Several providers have a preset ${id}.`,
      hint: `Name one of: ${names.join(', ')}.`,
    })
  }
  return { preset, version }
}
