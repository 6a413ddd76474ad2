import type { RunRequest } from '../../../shared/api/runs.ts'
import type { Warning } from '../../../shared/domain/outcome.ts'
import type { Policy } from '../../../shared/domain/policy.ts'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { providers } from '../../engine/registry.ts'
import { matchPreset } from '../presets/find-preset.ts'
import { presetsOf } from '../presets/presets-of.ts'
import { Problem } from '../problem.ts'
import { requireProvider } from '../presets/resolve-settings.ts'

export type ChosenProvider = {
  readonly providerId: string
  /** Without the provider that may stand before it. */
  readonly presetId: string | undefined
  readonly notes: readonly Warning[]
}

/**
 * The provider that a request names or its preset belongs to; else that of the policy, with a note. Throws a `Problem`
 * where several providers have such a preset, or the policy's provider is gone.
 */
export function chooseProvider(
  { providerId, presetId: text }: Pick<RunRequest, 'providerId' | 'presetId'>,
  { defaultProvider }: Pick<Policy, 'defaultProvider'>,
  ownPresets: readonly PresetEntry[],
): ChosenProvider {
  const colon = text?.indexOf(':') ?? -1
  const before = colon < 0 ? undefined : text?.slice(0, colon)
  const presetId = before === undefined ? text : text?.slice(colon + 1)
  if (providerId !== undefined) {
    return before === providerId
      ? { providerId, presetId, notes: [] }
      : { providerId, presetId: text, notes: [] }
  }
  if (before !== undefined) return { providerId: requireProvider(before).id, presetId, notes: [] }
  const fallback = requireDefault(defaultProvider)
  if (
    presetId === undefined ||
    matchPreset(presetsOf(fallback, ownPresets), presetId).found.kind !== 'none'
  ) {
    const message = `No provider was named: ${fallback.id}, the default of the policy, was taken.`
    return { providerId: fallback.id, presetId, notes: [{ code: 'default-provider', message }] }
  }
  return byPreset(presetId, ownPresets)
}

function byPreset(presetId: string, ownPresets: readonly PresetEntry[]): ChosenProvider {
  const all = providers.flatMap((provider) => presetsOf(provider, ownPresets))
  const { found } = matchPreset(all, presetId)
  switch (found.kind) {
    case 'found': {
      const { providerId, id } = found.item
      const message = `No provider was named: ${providerId} was taken, which has the preset ${id}.`
      return { providerId, presetId, notes: [{ code: 'default-provider', message }] }
    }
    case 'none':
      throw new Problem({
        code: 'not-found',
        message: `No provider has a preset "${presetId}"`,
        where: presetId,
        hint: '`dewpoint presets list` shows the presets.',
      })
    case 'several':
      throw new Problem({
        code: 'bad-input',
        message: `Several presets fit "${presetId}"`,
        where: presetId,
        hint: `Name one of: ${found.items.map((preset) => `${preset.providerId}:${preset.id}`).join(', ')}.`,
      })
  }
}

function requireDefault(id: string): (typeof providers)[number] {
  const provider = providers.find((known) => known.id === id)
  if (provider !== undefined) return provider
  throw new Problem({
    code: 'bad-input',
    message: `The default provider of the policy, "${id}", is not there`,
    where: id,
    hint: 'Name a provider, or set another default: `dewpoint policy --set provider=native`.',
  })
}
