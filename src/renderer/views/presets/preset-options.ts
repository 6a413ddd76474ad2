import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'

type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean }
type OptionGroup = { readonly group: string; readonly items: readonly Option[] }

/** Stands for settings that are no preset; no id holds a colon. */
export const customValue = ':custom'

/**
 * Choices of the picker: built-in presets and one's own. `custom` is what the settings are called that are neither
 * now; null where they are one of them.
 */
export function presetOptions(
  presets: readonly PresetEntry[],
  custom: string | null,
): readonly OptionGroup[] {
  const isAmbiguous = ({ label, id }: PresetEntry): boolean =>
    presets.some((other) => other.label === label && other.id !== id)
  const option = (preset: PresetEntry): Option => ({
    value: preset.id,
    label: isAmbiguous(preset) ? `${preset.label} (${preset.id})` : preset.label,
  })
  const own = presets.filter(({ isBuiltIn }) => !isBuiltIn)
  const builtIn = presets.filter(({ isBuiltIn }) => isBuiltIn)
  const now = custom === null ? [] : [{ value: customValue, label: custom, disabled: true }]
  return [
    { group: 'Built in', items: builtIn.map(option) },
    { group: 'Your own', items: own.map(option) },
    { group: 'Now', items: now },
  ].filter(({ items }) => items.length > 0)
}
