import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openToRead } from '../doctor/open-to-read.ts'
import { latestVersion } from '../doctor/schema-shape.ts'
import { readSchemaVersion } from './database-copy.ts'

/** A copy of the database that is whole. */
export type VerifiedBackup = Readonly<{
  path: string
  /** Milliseconds since 1970. */
  madeTs: number
}>

const keptName = /^dewpoint-backup-\d{8}T\d{9}Z\.sqlite$/

/**
 * The last backup of a database in its data folder, in the folder for them or from before a change of the schema, that
 * SQLite finds no damage in now; null where there is none. The doctor offers it beside a damaged database.
 */
export function findVerifiedBackup(databasePath: string): VerifiedBackup | null {
  const folder = dirname(databasePath)
  const beside = basename(databasePath)
  const paths = [
    ...filesIn(join(folder, 'backups'), (name) => keptName.test(name)),
    ...filesIn(folder, (name) => name.startsWith(`${beside}.v`) && name.endsWith('.backup')),
  ]
  const newestFirst = paths
    .map((path) => ({ path, madeTs: Math.round(statSync(path).mtimeMs) }))
    .toSorted((a, b) => b.madeTs - a.madeTs)
  return newestFirst.find(({ path }) => isWhole(path)) ?? null
}

function filesIn(folder: string, isBackup: (name: string) => boolean): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isBackup(entry.name))
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

function isWhole(path: string): boolean {
  try {
    const { database, close } = openToRead(path)
    try {
      const version = readSchemaVersion(database)
      if (version === 0 || version > latestVersion) return false
      return database.pragma('integrity_check(1)', { simple: true }) === 'ok'
    } finally {
      close()
    }
  } catch {
    return false
  }
}
