import Database from 'better-sqlite3'
import { z } from 'zod'
import { copyToScratch } from '../copies/scratch-copy.ts'
import { explainStoreError } from '../database/explain-store-error.ts'
import { applySteps } from '../database/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { StoreFailure } from '../store-failure.ts'
import { copyTable, isUnpackable, type SalvagedTable } from './copy-table.ts'
import { findDamagedBlobs } from './examine-content.ts'
import {
  latestVersion,
  readShape,
  buildVersionShape,
  findSchemaVersion,
  type SchemaShape,
} from './schema-shape.ts'

/** What came of a salvage; `doctor --salvage` prints it. */
export type Salvaged = Readonly<{
  version: number
  tables: readonly SalvagedTable[]
  /** Copied rows that refer to rows which are missing, by both tables. */
  orphans: readonly { readonly table: string; readonly parent: string; readonly rows: number }[]
  /** Tables, triggers and the like that are no part of Dewpoint's schema; they were not copied. */
  foreign: readonly string[]
}>

/**
 * Copies every row that SQLite reads into a new database of the present schema, table by table and around what is damaged;
 * the source is only read. `into` is a path where nothing is yet; what fails leaves something there. Throws `StoreFailure`.
 */
export async function salvage(from: string, into: string): Promise<Salvaged> {
  try {
    const copy = copyToScratch(from)
    try {
      return await copyRows(copy.filePath, from, into)
    } finally {
      copy.remove()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code))
      throw createUnreadableFailure(from, error)
    throw explainStoreError(error instanceof Database.SqliteError ? into : from, error)
  }
}

/** Where the head or the list of tables is damaged, nothing says where a row is: this is what backups are for. */
function createUnreadableFailure(where: string, cause: Error): StoreFailure {
  return new StoreFailure({
    code: 'corrupt',
    message: `SQLite reads no table of the database (${cause.message})`,
    where,
    hint: '`dewpoint doctor` names the last backup that is whole, and `dewpoint restore <file>` puts it in its place.',
    cause,
  })
}

async function copyRows(copy: string, from: string, into: string): Promise<Salvaged> {
  const found = readFileShape(copy)
  const stated = readStatedVersion(copy)
  if (stated > latestVersion) throw createNewerFailure(from, stated)
  const version = findSchemaVersion(found, stated === 0 ? null : stated)
  const database = new Database(into)
  try {
    database.pragma('journal_mode = MEMORY')
    database.pragma('synchronous = OFF')
    database.pragma('foreign_keys = OFF')
    applySteps(
      database,
      migrations.filter((step) => step.version <= version),
    )
    mendStatements(copy, database)
    const tables = await fill(database, copy, version)
    applySteps(database, migrations)
    const check = database.pragma('integrity_check(1)', { simple: true })
    if (check !== 'ok') throw new Error(`The new database is not whole: ${String(check)}`)
    return { version, tables, orphans: findOrphans(database), foreign: foreignIn(found, version) }
  } finally {
    database.close()
  }
}

function createNewerFailure(where: string, version: number): StoreFailure {
  return new StoreFailure({
    code: 'newer',
    message: `The database was written by a newer Dewpoint (schema ${version}, and this one knows ${latestVersion})`,
    where,
    hint: 'Update Dewpoint, then salvage it. Nothing was changed.',
  })
}

/** Opens the copy of a damaged database: entries of its list of tables that SQLite does not understand are left out. */
function openDamaged(filePath: string): Database.Database {
  const database = new Database(filePath)
  database.unsafeMode(true)
  database.pragma('writable_schema = ON')
  return database
}

function readStatedVersion(filePath: string): number {
  const database = openDamaged(filePath)
  try {
    return z.int().parse(database.pragma('user_version', { simple: true }))
  } finally {
    database.close()
  }
}

function readFileShape(filePath: string): SchemaShape {
  const database = openDamaged(filePath)
  try {
    return readShape(database)
  } finally {
    database.close()
  }
}

/** Tables whose own statement is none are read by the one that their version has. */
function mendStatements(filePath: string, known: Database.Database): void {
  const statements = z
    .array(z.object({ name: z.string(), sql: z.string() }))
    .parse(known.prepare("select name, sql from sqlite_schema where type = 'table'").all())
  const understood = new Set(readFileShape(filePath).tables.map(({ name }) => name))
  const copy = openDamaged(filePath)
  try {
    const mend = copy.prepare("update sqlite_schema set sql = ? where type = 'table' and name = ?")
    for (const { name, sql } of statements) if (!understood.has(name)) mend.run(sql, name)
  } finally {
    copy.close()
  }
}

async function fill(
  database: Database.Database,
  damaged: string,
  version: number,
): Promise<readonly SalvagedTable[]> {
  // Entries of the damaged list that SQLite does not understand are left out.
  database.unsafeMode(true)
  database.pragma('writable_schema = ON')
  database.pragma('trusted_schema = OFF')
  database.function('is_unpackable', { deterministic: true }, isUnpackable)
  database.prepare('attach ? as damaged').run(damaged)
  const found = readFileShape(damaged)
  const copied = buildVersionShape(version).tables.map((table) => copyTable(database, table, found))
  database.exec('detach damaged')
  database.pragma('writable_schema = RESET')
  const remove = database.prepare('delete from blobs where hash = ?')
  const hashes = await findDamagedBlobs(database)
  for (const hash of hashes) remove.run(hash)
  return copied.map((one) =>
    one.table === 'blobs'
      ? { ...one, copied: one.copied - hashes.length, lost: one.lost + hashes.length }
      : one,
  )
}

function foreignIn({ tables, indexes, others }: SchemaShape, version: number): readonly string[] {
  const known = buildVersionShape(version)
  const names = new Set([...known.tables, ...known.indexes].map(({ name }) => name))
  return [...tables, ...indexes, ...others].map(({ name }) => name).filter((name) => !names.has(name))
}

const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

function findOrphans(database: Database.Database): Salvaged['orphans'] {
  const dangling = danglingSchema.parse(database.pragma('foreign_key_check'))
  const groups = Map.groupBy(dangling, ({ table, parent }) => `${table} ${parent}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ table: first.table, parent: first.parent, rows: 1 + others.length }],
  )
}
