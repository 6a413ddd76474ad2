import { rm, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { holdFolder, holdNewFolder, type FolderGuard, type NewFolder } from './held-folder.ts'
import { removeLeftFiles } from './leftovers.ts'
import {
  explainWriting,
  ignoreMissing,
  prepareFile,
  createFileFiller,
  type PreparedFile,
} from './write-file.ts'

type NewFile = { readonly path: string; readonly text: string }

/** For places that nothing else than what calls has chosen, and where nothing that is there is ever replaced. */
export const withoutGuard: FolderGuard = { check: () => Promise.resolve() }

/**
 * Writes files where there are none, with the folders that they lie in, then does some work with them. All of them stay or
 * none: where a file or the work fails, what was made is removed. All are made before the first one is in its place, so
 * that the guard takes none of them for a task. Throws `FileFailure`, and what the work throws.
 */
export async function withNewFiles<T>(
  files: readonly NewFile[],
  guard: FolderGuard,
  work: () => Promise<T>,
): Promise<T> {
  const folders: NewFolder[] = []
  const prepared: PreparedFile[] = []
  const placed: string[] = []
  try {
    await placeAll(files, guard, { folders, prepared, placed })
    return await work()
  } catch (error) {
    for (const path of placed) await rm(path, { force: true })
    for (const file of prepared) await file.remove()
    for (const folder of folders.toReversed()) await folder.removeMade()
    throw error
  } finally {
    for (const file of prepared) await file.remove()
    for (const folder of folders) await folder.close()
  }
}

type Made = Readonly<{
  folders: NewFolder[]
  prepared: PreparedFile[]
  /** Paths by which they are reached whatever their folder is called by now. */
  placed: string[]
}>

async function placeAll(files: readonly NewFile[], guard: FolderGuard, made: Made): Promise<void> {
  const { folders, prepared, placed } = made
  const places: string[] = []
  for (const { path, text } of files) {
    await explainFailure(path, async () => {
      const held = await holdNewFolder(dirname(path), guard)
      folders.push(held)
      const name = basename(path)
      const options = { guard, replace: false, mode: 0o600 }
      prepared.push(
        await prepareFile(held.folder, name, { path, options, make: createFileFiller(text, options.mode) }),
      )
      places.push(held.folder.at(name))
    })
  }
  for (const [index, { path }] of files.entries())
    await explainFailure(path, async () => prepared[index]?.check())
  for (const [index, { path }] of files.entries()) {
    await explainFailure(path, async () => prepared[index]?.place())
    placed.push(places[index] ?? path)
  }
}

async function explainFailure(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw explainWriting(path, error)
  }
}

/**
 * Removes files that were written so, also where the writing was broken off, and their folder where it has this name and
 * nothing else in it. A link in the place of such a folder is not followed: it would lead to files of the same names.
 * Throws `FileFailure`.
 */
export async function removeNewFiles(paths: readonly string[], ownFolder: string): Promise<void> {
  for (const [folder, own] of Map.groupBy(paths, (path) => dirname(path))) {
    const isOwn = basename(folder) === ownFolder
    await explainFailure(folder, async () => {
      const held = await holdFolder(folder, { followsLinks: !isOwn }).catch(ignoreMissing)
      if (held === null) return
      try {
        for (const path of own) await rm(held.at(basename(path)), { force: true })
        removeLeftFiles(held.at('.'))
      } finally {
        await held.close()
      }
    })
    if (isOwn) await rmdir(folder).catch(() => undefined)
  }
}
