import { armGroups, presetOfDefaults, type ArmGroup, type ArmInfo } from '../../shared/methods/arm-types.ts'
import { armGroupLabels, describeArmOrigin } from '../../shared/methods/arms-words.ts'
import type { PresetEntry } from '../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../shared/methods/provider-types.ts'

/** A method as the list shows it. */
export type MethodRow = {
  readonly id: string
  readonly label: string
  /** Whose it is, as a heading. */
  readonly group: string
  /** What it does, in the line below its name. */
  readonly about: string
  /** What it does, or what it follows, in full. */
  readonly description: string
  readonly preset: PresetEntry
  /** The id that a file can name it by, beside its provider and preset; null for a preset of one's own. */
  readonly armId: string | null
}

/** The id of a method in the list. */
export function buildMethodId({ providerId, id }: Pick<PresetEntry, 'providerId' | 'id'>): string {
  return `${providerId}/${id}`
}

/** Every preset of every provider: one's own first, then those of agents, vendors, frameworks and Dewpoint. */
export function listMethods(
  presets: readonly PresetEntry[],
  providers: readonly ProviderInfo[],
  arms: readonly ArmInfo[],
): readonly MethodRow[] {
  const rows = presets.map((preset) => {
    const provider = providers.find(({ id }) => id === preset.providerId)
    const arm = preset.isBuiltIn ? arms.find((known) => hasPreset(known, preset)) : undefined
    const providerLabel = provider?.label ?? preset.providerId
    const key = arm?.needsKey === true ? ' · needs a key' : ''
    return {
      id: buildMethodId(preset),
      label: arm?.label ?? formatLabel(preset, providerLabel),
      at: preset.isBuiltIn ? 1 + armGroups.indexOf(arm?.group ?? 'own') : 0,
      group: preset.isBuiltIn ? labelGroup(arm?.group ?? 'own') : 'Yours',
      about: `${preset.description}${key}`,
      description: arm === undefined ? preset.description : describeArmOrigin(arm),
      preset,
      armId: arm?.id ?? null,
    }
  })
  return rows
    .toSorted((a, b) => a.at - b.at || a.label.localeCompare(b.label))
    .map(({ at: _at, ...row }) => row)
}

/** The only preset of a strategy is called as the strategy. */
function formatLabel({ label, isBuiltIn }: PresetEntry, providerLabel: string): string {
  if (!isBuiltIn) return label
  return label === 'Default' ? providerLabel : `${providerLabel}: ${label}`
}

const labelGroup = (group: ArmGroup): string => armGroupLabels[group]

function hasPreset({ providerId, presetId }: ArmInfo, preset: PresetEntry): boolean {
  if (providerId !== preset.providerId) return false
  return (presetId ?? findDefaultPreset(providerId)) === preset.id
}

/** The preset that stands for the defaults of a provider. */
export function findDefaultPreset(providerId: string): string {
  return presetOfDefaults[providerId] ?? 'default'
}
