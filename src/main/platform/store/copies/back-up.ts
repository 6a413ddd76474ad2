import { statSync } from 'node:fs'
import { explainStoreError } from '../database/explain-store-error.ts'
import { openToRead } from '../doctor/open-to-read.ts'
import { countRows, readSchemaVersion, verifyCopy } from './database-copy.ts'

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
      const version = readSchemaVersion(database)
      await toCopy(into, () => database.backup(into))
      const after = countRows(database)
      const rows = await toCopy(into, () => verifyCopy(into, { version, before, after }))
      return { version, bytes: statSync(into).size, rows: Object.fromEntries(rows) }
    } finally {
      close()
    }
  } catch (error) {
    throw explainStoreError(filePath, error)
  }
}

/** What keeps the copy from growing is about the copy; damage is about what is copied. */
async function toCopy<T>(into: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = explainStoreError(into, error)
    throw failure.code === 'corrupt' ? error : failure
  }
}
