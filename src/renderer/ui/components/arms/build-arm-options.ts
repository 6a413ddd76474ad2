import { armGroups, type ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { armGroupLabels } from '../../../../shared/methods/arms-words.ts'

type Option = { readonly value: string; readonly label: string }

/** Arms by name in their groups, as lists of choices take them. Groups without any are left out. */
export function buildArmOptions(
  arms: readonly Pick<ArmInfo, 'id' | 'label' | 'group' | 'needsKey'>[],
): { readonly group: string; readonly items: Option[] }[] {
  return armGroups
    .map((group) => ({
      group: armGroupLabels[group],
      items: arms
        .filter((arm) => arm.group === group)
        .map(({ id, label, needsKey }) => ({ value: id, label: needsKey ? `${label} (needs a key)` : label }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    }))
    .filter(({ items }) => items.length > 0)
}
