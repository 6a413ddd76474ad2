import Database from 'better-sqlite3'

/** Changes a database behind Dewpoint's back. */
export function runSql(filePath: string, sql: string): void {
  const database = new Database(filePath)
  database.pragma('foreign_keys = OFF')
  database.exec(sql)
  database.close()
}
