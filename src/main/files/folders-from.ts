import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The folders at and above a place that exist, by their real paths, the nearest first. */
export function foldersFrom(place: string): readonly string[] {
  const folders: string[] = []
  for (let folder = nearestFolder(place); ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === dirname(folder)) return folders
  }
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
