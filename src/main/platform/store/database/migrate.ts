import type Database from 'better-sqlite3'
import {
  countRows,
  formatPartPath,
  publish,
  removePart,
  readSchemaVersion,
  verifyCopy,
} from '../copies/database-copy.ts'
import { readShape, findSchemaVersion } from '../doctor/schema-shape.ts'
import type { Migration } from '../migrations/migration.ts'
import { StoreFailure } from '../store-failure.ts'

function isEmpty(database: Database.Database): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}

/**
 * A copy has the name of a backup only once it is whole and on the disk. False, and no copy, where another process has
 * changed the schema meanwhile.
 */
function backUp(database: Database.Database, version: number, now: number): boolean {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const path = `${database.name}.v${version}-${stamp}.backup`
  const part = formatPartPath(path)
  removePart(part)
  try {
    const before = countRows(database)
    database.prepare('vacuum into ?').run(part)
    const after = countRows(database)
    if (readSchemaVersion(database) !== version) return false
    verifyCopy(part, { version, before, after })
    publish(part, path, { replace: true })
    return true
  } finally {
    removePart(part)
  }
}

/**
 * Brings the schema up to date: a copy of a database that holds something first, then all missing steps in one
 * transaction. Throws `StoreFailure` for a database of a newer program, and what SQLite throws.
 */
export function migrate(database: Database.Database, steps: readonly Migration[], now: number): void {
  const latest = steps.at(-1)?.version ?? 0
  const found = readSchemaVersion(database)
  if (found > latest) {
    throw new StoreFailure({
      code: 'newer',
      message: `The database was written by a newer Dewpoint (schema ${found}, and this one knows ${latest})`,
      where: database.name,
      hint: 'Update Dewpoint, or set DEWPOINT_HOME to another folder. Nothing was changed.',
    })
  }
  if (found === latest) return
  requireSchema(database, found, steps)
  const isReady = isEmpty(database) || backUp(database, found, now)
  if (isReady) applySteps(database, steps)
  else migrate(database, steps, now)
}

/** Steps on tables that are not those of the stated version fail half-way, or leave them as no version has them. */
function requireSchema(database: Database.Database, stated: number, steps: readonly Migration[]): void {
  if (isEmpty(database)) return
  const real = findSchemaVersion(readShape(database), stated, steps)
  if (real === stated) return
  throw new StoreFailure({
    code: 'corrupt',
    message: `The database states schema ${stated}, but its tables are ${stated === 0 ? 'not those of a new one' : `those of schema ${real}`}`,
    where: database.name,
    hint: 'Nothing was changed. `dewpoint doctor` says what is wrong with it, `dewpoint doctor --salvage <new file>` copies its rows, `dewpoint restore <file>` puts that file or a backup in its place.',
  })
}

/** Applies the steps that the file has not seen yet, all or none. Throws what SQLite throws. */
export function applySteps(database: Database.Database, steps: readonly Migration[]): void {
  const apply = database.transaction(() => {
    // Another process may have been first; only what the file says inside the transaction counts.
    const version = readSchemaVersion(database)
    for (const step of steps.filter((one) => one.version > version)) {
      database.exec(step.sql)
      database.pragma(`user_version = ${step.version}`)
    }
  })
  apply.immediate()
}
