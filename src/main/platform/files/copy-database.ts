import { chmodSync, constants, copyFileSync, existsSync, lstatSync, rmSync, statSync } from 'node:fs'
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
  removeLeft()
  const folder = makeOwnFolder('copy')
  const copy = {
    filePath: join(folder, basename(filePath)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  try {
    copyDatabase(filePath, copy.filePath)
    return copy
  } catch (error) {
    copy.remove()
    throw error
  }
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

/** Changes with each write of another process. */
export function readDatabaseState(filePath: string): string {
  return [filePath, `${filePath}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false }))
    .map((found) => `${found?.size ?? ''} ${found?.mtimeMs ?? ''}`)
    .join()
}
