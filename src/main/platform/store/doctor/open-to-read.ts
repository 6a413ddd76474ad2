import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { copyToScratch, isWritable } from '../copies/scratch-copy.ts'

/** A database that is open for reading alone. */
export type ReadableDatabase = Readonly<{ database: Database.Database; close(): void }>

/** How long the doctor waits for a program that holds the database, in milliseconds. */
const busyTimeoutMs = 2000

/**
 * Opens a database without writing to it, and without leaving a file beside it: where SQLite needs to write in order to
 * read its log, a copy is read. Throws what SQLite and the file system throw.
 */
export function openToRead(filePath: string): ReadableDatabase {
  if (isWritable(filePath) && isWritable(dirname(filePath))) {
    const database = openInPlace(filePath)
    return { database, close: () => void database.close() }
  }
  const copy = copyToScratch(filePath)
  try {
    const database = openInPlace(copy.filePath)
    return {
      database,
      close: () => {
        database.close()
        copy.remove()
      },
    }
  } catch (error) {
    copy.remove()
    throw error
  }
}

function openInPlace(filePath: string): Database.Database {
  // A reader leaves the log as it is. Where there is none, SQLite makes one to read, and only a writer takes it away again.
  const readonly = existsSync(`${filePath}-wal`)
  const database = new Database(filePath, { readonly, fileMustExist: true, timeout: busyTimeoutMs })
  try {
    database.pragma('query_only = ON')
    // Reads the head and the list of tables.
    database.prepare('select count(*) from sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
