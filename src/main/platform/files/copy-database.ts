import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { makeOwnFolder, removeLeftFolders } from './leftovers.ts'

/** A database with its log in a folder of its own, for what must not be opened where it lies. */
export type ScratchCopy = Readonly<{ filePath: string; remove(): void }>

/** What lies in the place of a file that SQLite keeps beside a database, and is none. */
export type SpecialFile = Readonly<{ name: string; kind: string }>

/** A copy that was written to meanwhile is made again, so often. */
const attempts = 5

/** A pipe, folder or link as the log or journal of a database; null where there is none. Opens nothing. */
export function findSpecial(filePath: string): SpecialFile | null {
  for (const ending of ['-wal', '-shm', '-journal']) {
    const found = lstatSync(`${filePath}${ending}`, { throwIfNoEntry: false })
    if (found === undefined || found.isFile()) continue
    const kind = found.isDirectory() ? 'a folder' : found.isSymbolicLink() ? 'a link' : 'a pipe or device'
    return { name: `${basename(filePath)}${ending}`, kind }
  }
  return null
}

/**
 * Copies a database into the folder for temporary files; one that is not there stays so. What lies beside it and is no
 * ordinary file has to be refused before. Throws what the file system throws.
 */
export function copyToScratch(filePath: string): ScratchCopy {
  const copy = makeScratch(basename(filePath))
  try {
    copyDatabase(filePath, copy.filePath)
    return copy
  } catch (error) {
    copy.remove()
    throw error
  }
}

/** A folder in that for temporary files, for a database of this name that somebody writes there: salvage does. */
export function makeScratch(name: string): ScratchCopy {
  removeLeft()
  const folder = makeOwnFolder('copy')
  return { filePath: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

let hasRemovedLeft = false

/** What a process left that was killed is removed by the next one, once. */
function removeLeft(): void {
  if (hasRemovedLeft) return
  hasRemovedLeft = true
  removeLeftFolders()
}

/** Copies a database with its log, where it is there. The index of the log is made anew by whoever opens the copy. */
export function copyDatabase(from: string, to: string): void {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = readDatabaseState(from)
    for (const ending of ['', '-wal']) {
      rmSync(`${to}${ending}`, { force: true })
      if (!existsSync(`${from}${ending}`)) continue
      copyFileSync(`${from}${ending}`, `${to}${ending}`, constants.COPYFILE_FICLONE)
      // A copy has the rights of what it was made of, which may be read-only.
      chmodSync(`${to}${ending}`, 0o600)
    }
    if (readDatabaseState(from) === before) return
  }
}

/** Bytes and where they go. */
export type Piece = Readonly<{ at: number; bytes: Uint8Array }>

/** Writes into a file of a folder of one's own for temporary files, which is made where it is not there. For salvage. */
export function writeScratch(filePath: string, pieces: Iterable<Piece>): void {
  const file = openSync(filePath, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    for (const { at, bytes } of pieces) writeSync(file, bytes, 0, bytes.length, at)
  } finally {
    closeSync(file)
  }
}

/** Changes with each write of another process. */
export function readDatabaseState(filePath: string): string {
  return [filePath, `${filePath}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false }))
    .map((found) => `${found?.size ?? ''} ${found?.mtimeMs ?? ''}`)
    .join()
}
