import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tellingNames } from './task-files.ts'

/** The folders at and above a place that exist, by their real paths, the nearest first. */
export function foldersFrom(place: string): readonly string[] {
  const folders: string[] = []
  for (let folder = nearestFolder(place); ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === dirname(folder)) return folders
  }
}

/** True for a folder that holds a history or a chat record, by name. */
export function holdsTask(folder: string): boolean {
  return tellingNames.some((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined)
}

function nearestFolder(place: string): string {
  try {
    const real = realpathSync.native(place)
    return statSync(real).isDirectory() ? real : dirname(real)
  } catch {
    const parent = dirname(place)
    return parent === place ? place : nearestFolder(parent)
  }
}
