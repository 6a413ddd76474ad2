import { mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { explainWriting, removeFile, removeHalfWritten, writeFile } from './write-file.ts'
import { append } from '../../shared/lib/append.ts'

/**
 * No source is in danger where nothing that is there is ever replaced. The guard would refuse: the folders belong to
 * agents.
 */
const withoutGuard = { check: () => Promise.resolve() }

/**
 * Writes files where there are none, with the folders that they lie in, then does some work with them. All of them stay or
 * none: where a file or the work fails, what was made is removed. Throws `FileFailure`, and what the work throws.
 */
export async function withNewFiles<T>(
  files: readonly { readonly path: string; readonly text: string }[],
  work: () => Promise<T>,
): Promise<T> {
  const written: string[] = []
  const folders: string[] = []
  try {
    for (const { path, text } of files) {
      append(folders, await makeFolders(dirname(path)))
      await writeFile(path, text, { guard: withoutGuard, replace: false, mode: 0o600 })
      written.push(path)
    }
    return await work()
  } catch (error) {
    for (const path of written) await rm(path, { force: true })
    for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined)
    throw error
  }
}

/**
 * Removes files that were written so, also where the writing was broken off, and their folder where it has this name and
 * nothing else in it. Throws `FileFailure`.
 */
export async function removeNewFiles(paths: readonly string[], ownFolder: string): Promise<void> {
  for (const path of paths) await removeFile(path, { guard: withoutGuard })
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    await removeHalfWritten(folder)
    if (basename(folder) === ownFolder) await rmdir(folder).catch(() => undefined)
  }
}

/** Makes a folder and what it lies in; which ones were new, the outermost first. */
async function makeFolders(path: string): Promise<readonly string[]> {
  try {
    const outermost = await mkdir(path, { recursive: true, mode: 0o700 })
    if (outermost === undefined) return []
    const below = path.slice(outermost.length).split(/[\\/]/).filter(Boolean)
    return [outermost, ...below.map((_, index) => join(outermost, below.slice(0, index + 1).join('/')))]
  } catch (error) {
    throw explainWriting(path, error)
  }
}
