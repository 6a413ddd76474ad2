import { lstatSync } from 'node:fs'
import { basename } from 'node:path'
import { StoreFailure } from '../store-failure.ts'

/** What lies in the place of a file that SQLite keeps beside a database, and is none. */
export type SpecialFile = Readonly<{ name: string; kind: string }>

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

/** Refuses such a database, whose reading could wait for ever. Throws `StoreFailure`. */
export function refuseSpecialBeside(filePath: string): void {
  const special = findSpecial(filePath)
  if (special === null) return
  throw new StoreFailure({
    code: 'corrupt',
    message: `${special.name} beside the database is ${special.kind} and no ordinary file`,
    where: filePath,
    hint: 'Move it away, then try again. Nothing was changed.',
  })
}
