import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'

/** An entry of a file: a policy or a variant. */
type Entry = Readonly<Record<string, JsonValue>>

/** The arm that an entry names, or that its provider and preset are; null where they are none. */
export function findEntryArm(
  entry: Entry,
  arms: readonly ArmInfo[],
): { readonly id: string | null; readonly arm: ArmInfo | null } {
  const { arm: named, provider, preset = null } = entry
  if (typeof named === 'string') return { id: named, arm: arms.find(({ id }) => id === named) ?? null }
  const arm = arms.find(({ providerId, presetId }) => providerId === provider && presetId === preset) ?? null
  return { id: arm?.id ?? null, arm }
}

/** An entry with an arm: by its name where it names one, else as provider and preset. Other keys stay in their places. */
export function withArm(entry: Entry, { id, providerId, presetId }: ArmInfo): Record<string, JsonValue> {
  if ('arm' in entry) return { ...entry, arm: id }
  return placeProvider(entry, 'provider', providerId, presetId)
}

/** An entry that named an arm, with the provider and preset of it instead. */
export function withoutArm(entry: Entry, arms: readonly ArmInfo[]): Record<string, JsonValue> {
  const { arm } = findEntryArm(entry, arms)
  if (!('arm' in entry) || arm === null) return { ...entry }
  return placeProvider(entry, 'arm', arm.providerId, arm.presetId)
}

/** Provider and preset in the place of a key; at the end where it is not there. */
function placeProvider(
  entry: Entry,
  key: string,
  provider: string,
  preset: string | null,
): Record<string, JsonValue> {
  const own: Record<string, JsonValue> = { provider, ...(preset === null ? {} : { preset }) }
  const rest = Object.entries(entry).filter(
    ([name]) => name === key || !(name in { provider, preset, arm: '' }),
  )
  const pairs = rest.flatMap(([name, value]) =>
    name === key ? Object.entries(own) : [[name, value] as const],
  )
  return Object.fromEntries(key in entry ? pairs : [...pairs, ...Object.entries(own)])
}
