import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { refuseSpecialBeside } from './special-beside.ts'

/** A database with its log in a folder of its own, for what cannot be opened where it lies. */
export type ScratchCopy = Readonly<{ filePath: string; remove(): void }>

/** A copy that was written to meanwhile is made again, so often. */
const attempts = 5

/** Copies a database into the folder for temporary files; one that is not there stays so. Throws what the file system throws. */
export function copyToScratch(filePath: string): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'dewpoint-read-'))
  const copy = join(folder, basename(filePath))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    copyDatabase(filePath, copy)
    return { filePath: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Copies a database with its log, where it is there. The index of the log is made anew by whoever opens the copy. */
export function copyDatabase(from: string, to: string): void {
  refuseSpecialBeside(from)
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = stateOf(from)
    for (const ending of ['', '-wal']) {
      rmSync(`${to}${ending}`, { force: true })
      if (!existsSync(`${from}${ending}`)) continue
      copyFileSync(`${from}${ending}`, `${to}${ending}`, constants.COPYFILE_FICLONE)
      // A copy has the rights of what it was made of, which may be read-only.
      chmodSync(`${to}${ending}`, 0o600)
    }
    if (stateOf(from) === before) return
  }
}

/** Changes with each write of another process. */
export function stateOf(filePath: string): string {
  return [filePath, `${filePath}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false }))
    .map((found) => `${found?.size ?? ''} ${found?.mtimeMs ?? ''}`)
    .join()
}

/** Whether this process may write to a file or folder that is there. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
