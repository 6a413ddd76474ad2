import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listNamesByMounts } from './list-names-by-mounts.ts'

/** The folders at and above a place that exist, by their real paths, the nearest first. */
export function listFoldersFrom(place: string): readonly string[] {
  const folders: string[] = []
  for (let folder = findNearestFolder(place); ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === dirname(folder)) return folders
  }
}

/**
 * The same by every name that the place has: a folder of a task that is mounted elsewhere too lies in the task, though
 * nothing above its other name says so.
 */
export function listFoldersAround(place: string): readonly string[] {
  return [...new Set(listRealNames(place).flatMap(listFoldersFrom))]
}

/** Real paths of a place, which need not exist: links are resolved, and other mounts of the same folder are known. */
export function listRealNames(place: string): readonly string[] {
  const real = resolveRealPath(place)
  return [real.there, ...listOtherMounts(real.there)].map((name) => join(name, real.rest))
}

/** What there is of a place, by its real path, and the rest. */
function resolveRealPath(place: string): { readonly there: string; readonly rest: string } {
  try {
    return { there: realpathSync.native(place), rest: '' }
  } catch {
    const parent = dirname(place)
    if (parent === place) return { there: place, rest: '' }
    const { there, rest } = resolveRealPath(parent)
    return { there, rest: join(rest, basename(place)) }
  }
}

/** Only Linux mounts a folder in two places and says so. */
function listOtherMounts(path: string): readonly string[] {
  if (process.platform !== 'linux') return []
  try {
    const own = statSync(path, { bigint: true })
    return listNamesByMounts(readFileSync('/proc/self/mountinfo', 'utf8'), path).filter((name) => {
      const found = statSync(name, { bigint: true, throwIfNoEntry: false })
      // Another mount may lie over it.
      return found?.ino === own.ino && found.dev === own.dev
    })
  } catch {
    return []
  }
}

function findNearestFolder(place: string): string {
  try {
    const real = realpathSync.native(place)
    return statSync(real).isDirectory() ? real : dirname(real)
  } catch {
    const parent = dirname(place)
    return parent === place ? place : findNearestFolder(parent)
  }
}
