import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { buildMethodId, findDefaultPreset, type MethodRow } from '../../../lib/list-methods.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'

/** An entry of a file: a policy or a variant. */
type Entry = Readonly<Record<string, JsonValue>>

/** The method that an entry names, as an arm or as a provider and a preset; null where no such method is listed. */
export function findEntryMethod(
  entry: Entry,
  methods: readonly MethodRow[],
  arms: readonly Pick<ArmInfo, 'id' | 'providerId' | 'presetId'>[],
): MethodRow | null {
  const arm = arms.find(({ id }) => id === entry['arm'])
  const { providerId, presetId } = arm ?? readProvider(entry)
  const id = buildMethodId({ providerId, id: presetId ?? findDefaultPreset(providerId) })
  return methods.find((method) => method.id === id) ?? null
}

/** What an entry names, as it stands in the file. */
export function nameEntryMethod({ arm, provider, preset }: Entry): string {
  return (arm === undefined ? [provider, preset] : [arm])
    .filter((name) => typeof name === 'string')
    .join(': ')
}

function readProvider({ arm, provider, preset }: Entry): {
  readonly providerId: string
  readonly presetId: string | null
} {
  return {
    providerId: arm === undefined && typeof provider === 'string' ? provider : '',
    presetId: typeof preset === 'string' ? preset : null,
  }
}

/** An entry with a method: as an arm where it named one, else as provider and preset. Other keys stay in their places. */
export function withMethod(entry: Entry, { armId, preset }: MethodRow): Record<string, JsonValue> {
  const { providerId, id } = preset
  const own: Record<string, JsonValue> =
    'arm' in entry && armId !== null
      ? { arm: armId }
      : { provider: providerId, ...(id === findDefaultPreset(providerId) ? {} : { preset: id }) }
  const isNaming = (key: string): boolean => ['arm', 'provider', 'preset'].includes(key)
  const first = Object.keys(entry).find(isNaming)
  const pairs = Object.entries(entry).flatMap(([key, value]) => {
    if (key === first) return Object.entries(own)
    return isNaming(key) ? [] : [[key, value] as const]
  })
  return Object.fromEntries(first === undefined ? [...pairs, ...Object.entries(own)] : pairs)
}
