import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'

type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean }
type OptionGroup = { readonly group: string; readonly items: readonly Option[] }

/** Value of the choice for settings that are no preset. No id has a colon. */
export const customValue = ':custom'

/**
 * Choices of the picker: built-in presets and the user's own. `custom` names settings that are neither,
 * or is null where they match a preset.
 */
export function buildPresetOptions(
  presets: readonly PresetEntry[],
  custom: string | null,
): readonly OptionGroup[] {
  const isAmbiguous = ({ label, id }: PresetEntry): boolean =>
    presets.some((other) => other.label === label && other.id !== id)
  const buildOption = (preset: PresetEntry): Option => ({
    value: preset.id,
    label: isAmbiguous(preset) ? `${preset.label} (${preset.id})` : preset.label,
  })
  const own = presets.filter(({ isBuiltIn }) => !isBuiltIn)
  const builtIn = presets.filter(({ isBuiltIn }) => isBuiltIn)
  const now = custom === null ? [] : [{ value: customValue, label: custom, disabled: true }]
  return [
    { group: 'Built in', items: builtIn.map(buildOption) },
    { group: 'Your own', items: own.map(buildOption) },
    { group: 'Now', items: now },
  ].filter(({ items }) => items.length > 0)
}
