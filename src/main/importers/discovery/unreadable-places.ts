import type { Machine } from './editors.ts'
import type { StoragePlace } from './storage-place.ts'

/** The storage of agents whose sessions nobody can read from outside, with why and what would help. */
export function unreadablePlaces(_machine: Machine): readonly StoragePlace[] {
  return []
}
