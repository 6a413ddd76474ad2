import { statSync } from 'node:fs'
import { countRows, schemaVersion, verifyCopy } from './database-copy.ts'
import { openToRead } from './doctor/open-to-read.ts'
import { explainStoreError } from './explain-store-error.ts'

/** What a backup holds. */
export type BackedUp = Readonly<{
  version: number
  bytes: number
  /** Rows by table. */
  rows: Readonly<Record<string, number>>
}>

/**
 * Copies a database as it is at one moment, also while others write to it, and checks the copy against it. `into` is a path
 * where nothing is yet. Throws `StoreFailure`.
 */
export async function backUp(filePath: string, into: string): Promise<BackedUp> {
  try {
    const { database, close } = openToRead(filePath)
    try {
      const before = countRows(database)
      const version = schemaVersion(database)
      await database.backup(into)
      const rows = verifyCopy(into, { version, before, after: countRows(database) })
      return { version, bytes: statSync(into).size, rows: Object.fromEntries(rows) }
    } finally {
      close()
    }
  } catch (error) {
    throw explainStoreError(filePath, error)
  }
}
