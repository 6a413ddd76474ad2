import Database from 'better-sqlite3'

/** Whether an error says that the file is no sound database. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false
  return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}
