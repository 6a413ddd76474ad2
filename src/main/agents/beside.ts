import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ImportLimits } from './import-limits.ts'
import { readSourceFile, realFileSystem } from './read-source-file.ts'
import type { Beside, SourceFile } from './source-file.ts'

/** So many levels above a task its storage may begin: Codex sorts by year, month and day, and archives beside them. */
const mostLevelsUp = 4

/** Files beside a task on disk. `folder` is the real path of its own folder. Links are not followed out of it. */
export function createBesideOnDisk(folder: string, limits: ImportLimits): Beside {
  const resolvePlace = (path: string): string | null => {
    const place = join(folder, path)
    const levelsUp = relative(folder, place)
      .split(sep)
      .filter((part) => part === '..').length
    return levelsUp <= mostLevelsUp ? place : null
  }
  return {
    names: async (path) => {
      const place = resolvePlace(path)
      return place === null ? [] : readdir(place).catch(() => [])
    },
    read: async (path) => {
      const place = resolvePlace(path)
      if (place === null) return null
      const options = { root: join(place, '..'), name: path, limits, files: realFileSystem }
      return readSourceFile(place, options).catch(() => null)
    },
  }
}

/** Files of one drop. `folder` is that of the task within it. */
export function createBesideFromDrop(folder: string, files: ReadonlyMap<string, SourceFile>): Beside {
  const resolvePlace = (path: string): string => join('/', folder, path)
  return {
    names: async (path) => {
      const place = resolvePlace(path)
      const inside = [...files.keys()].map((name) => relative(place, join('/', name)))
      return inside.filter((name) => name !== '' && !name.startsWith('..') && !name.includes(sep))
    },
    read: async (path) => files.get(resolvePlace(path).slice(1)) ?? null,
  }
}
