import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'

type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean }
type OptionGroup = { readonly group: string; readonly items: readonly Option[] }

/** Stands for settings that are no preset; no id holds a colon. */
export const customValue = ':custom'

/** Choices of the picker: built-in presets, one's own, and what settings are called that are neither. */
export function presetOptions(
  presets: readonly PresetEntry[],
  changedFrom: PresetEntry | null,
): readonly OptionGroup[] {
  const isAmbiguous = ({ label, id }: PresetEntry): boolean =>
    presets.some((other) => other.label === label && other.id !== id)
  const option = (preset: PresetEntry): Option => ({
    value: preset.id,
    label: isAmbiguous(preset) ? `${preset.label} (${preset.id})` : preset.label,
  })
  const own = presets.filter(({ isBuiltIn }) => !isBuiltIn)
  const builtIn = presets.filter(({ isBuiltIn }) => isBuiltIn)
  const custom = changedFrom === null ? 'Custom' : `${changedFrom.label}, changed`
  return [
    { group: 'Built in', items: builtIn.map(option) },
    { group: 'Your own', items: own.map(option) },
    { group: 'Neither', items: [{ value: customValue, label: custom, disabled: true }] },
  ].filter(({ items }) => items.length > 0)
}
