import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A database with its log in a folder of its own, for what cannot be opened where it lies. */
export type ScratchCopy = Readonly<{ filePath: string; remove(): void }>

/**
 * Copies a database that nothing writes to into the folder for temporary files; one that is not there stays so. Throws what
 * the file system throws.
 */
export function copyToScratch(filePath: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'dewpoint-read-'))
  const copy = join(folder, basename(filePath))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    // The index of the log belongs to this machine's open files, and is made anew.
    for (const ending of ['', '-wal']) {
      if (existsSync(`${filePath}${ending}`))
        copyFileSync(`${filePath}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE)
    }
    return { filePath: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}
