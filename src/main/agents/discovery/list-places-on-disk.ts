import { readFileSync, statSync } from 'node:fs'
import { joinOn, type Editor, type Machine } from './editors.ts'
import { listStoragePlaces } from './list-storage-places.ts'
import type { StoragePlace } from './storage-place.ts'

/** In bytes; settings that somebody wrote by hand come nowhere near it. */
const longestSettings = 2 ** 24

/**
 * Every place in which a known agent keeps tasks on this machine, there or not, also where the settings of an editor
 * have moved it. Waits for nothing but the disk, so that it can be asked before anything else is begun.
 */
export function listPlacesOnDisk(machine: Machine): readonly StoragePlace[] {
  return listStoragePlaces(machine, (editor) => readSettings(machine, editor))
}

function readSettings(machine: Machine, { userFolder }: Editor): string | null {
  const path = joinOn(machine, userFolder, 'settings.json')
  try {
    const found = statSync(path)
    return found.isFile() && found.size <= longestSettings ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
