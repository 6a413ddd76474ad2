import { formats } from '../formats.ts'
import type { Machine } from './editors.ts'
import type { ReadSettings, StoragePlace } from './storage-place.ts'
import { unreadablePlaces } from './unreadable-places.ts'

/** Every place in which a known agent keeps tasks on such a machine, there or not. */
export function storagePlaces(machine: Machine, readSettings: ReadSettings): readonly StoragePlace[] {
  return [
    ...formats.flatMap(({ places }) => places?.(machine, readSettings) ?? []),
    ...unreadablePlaces(machine),
  ]
}
