import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { makeFolders } from '../../files/make-folder.ts'
import { requireOwnDatabase } from '../../files/own-files.ts'
import { isDamaged } from './is-damaged.ts'
import { searchSchema, searchVersion } from './search-schema.ts'

/** How long a write waits for another process that fills the same index, in milliseconds. */
const busyTimeoutMs = 30_000

const mostLogBytes = 16 * 2 ** 20

/**
 * Opens the index of a library's messages, made where it is missing. It is a cache: one that is damaged, or of another
 * version, is deleted. Throws what SQLite throws, and a `FileFailure` where it is a link or no file.
 */
export function openSearchDatabase(filePath: string): Database.Database {
  requireOwnDatabase(filePath)
  makeFolders(dirname(filePath))
  try {
    const database = openIfCurrent(filePath)
    if (database !== null) return database
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
  removeSearchDatabase(filePath)
  const database = openIfCurrent(filePath)
  if (database === null) throw new Error(`${filePath} was replaced by an index of another version.`)
  return database
}

/** Removes the index; nothing may have it open. */
export function removeSearchDatabase(filePath: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${filePath}${ending}`, { force: true })
}

/** Null where the file holds another version. */
function openIfCurrent(filePath: string): Database.Database | null {
  const database = new Database(filePath, { timeout: busyTimeoutMs })
  try {
    database.pragma('journal_mode = WAL')
    // A cache need not outlive a power cut; a killed process loses nothing.
    database.pragma('synchronous = NORMAL')
    // A long task makes a long log; its space is given back.
    database.pragma(`journal_size_limit = ${mostLogBytes}`)
    database.transaction(() => prepare(database)).immediate()
    if (readVersion(database) === searchVersion) return database
    database.close()
    return null
  } catch (error) {
    database.close()
    throw error
  }
}

function prepare(database: Database.Database): void {
  const isEmpty = database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
  if (!isEmpty) return
  database.exec(searchSchema)
  // Bytes of words that are gathered before they are written; a megabyte by default, which makes many small pieces.
  database.exec(`insert into words (words, rank) values ('hashsize', ${16 * 2 ** 20})`)
  database.pragma(`user_version = ${searchVersion}`)
}

function readVersion(database: Database.Database): number {
  return z.int().parse(database.pragma('user_version', { simple: true }))
}
