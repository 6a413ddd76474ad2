import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { Migration } from './migrations/migration.ts'
import { StoreFailure } from './store-failure.ts'

/** The schema's version as the file states it; 0 for a new one. */
export function schemaVersion(database: Database.Database): number {
  return z
    .number()
    .int()
    .parse(database.pragma('user_version', { simple: true }))
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}

function backUp(database: Database.Database, version: number, now: number): void {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  database.prepare('vacuum into ?').run(`${database.name}.v${version}-${stamp}.backup`)
}

/**
 * Brings the schema up to date: a copy of a database that holds something first, then all missing steps in one
 * transaction. Throws `StoreFailure` for a database of a newer program, and what SQLite throws.
 */
export function migrate(database: Database.Database, steps: readonly Migration[], now: number): void {
  const latest = steps.at(-1)?.version ?? 0
  const found = schemaVersion(database)
  if (found > latest) {
    throw new StoreFailure({
      code: 'newer',
      message: `The database was written by a newer Dewpoint (schema ${found}; this one knows ${latest})`,
      where: database.name,
      hint: 'Update Dewpoint, or set DEWPOINT_HOME to another folder. Nothing was changed.',
    })
  }
  if (found === latest) return
  if (!isEmpty(database)) backUp(database, found, now)
  const apply = database.transaction(() => {
    // Another process may have been first; only what the file says inside the transaction counts.
    const version = schemaVersion(database)
    for (const step of steps.filter((one) => one.version > version)) {
      database.exec(step.sql)
      database.pragma(`user_version = ${step.version}`)
    }
  })
  apply.immediate()
}
