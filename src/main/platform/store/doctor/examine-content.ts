import type Database from 'better-sqlite3'
import { z } from 'zod'
import { isBlobIntact } from '../database/blob-content.ts'
import { buildFinding, type Finding } from './build-finding.ts'
import {
  jsonColumns,
  readShape,
  buildVersionShape,
  type SchemaShape,
  type TableShape,
} from './schema-shape.ts'

const namesSchema = z.array(z.string())
const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

/** What a version's schema has and the file has not, and the other way round. Throws what SQLite throws. */
export function examineSchema(database: Database.Database, version: number): readonly Finding[] {
  const found = readShape(database)
  const known = buildVersionShape(version)
  const tables = new Map(found.tables.map((table) => [table.name, table]))
  const indexes = new Set(found.indexes.map(({ name }) => name))
  const changed = known.tables.flatMap((table) => compareTable(table, tables.get(table.name)))
  const missing = known.indexes.filter(({ name, table }) => !indexes.has(name) && tables.has(table))
  return [
    ...changed,
    ...missing.map(({ name }) => buildFinding('missing-index', name)),
    ...findForeign(found, known),
  ]
}

function compareTable(known: TableShape, found: TableShape | undefined): readonly Finding[] {
  const { name } = known
  if (found === undefined) return [buildFinding('missing-table', name)]
  const all = new Map([...known.columns, ...found.columns].map((column) => [column.name, column]))
  const serialiseColumn = (table: TableShape, column: string): string =>
    JSON.stringify(table.columns.find((one) => one.name === column))
  const changed = [...all.keys()].filter(
    (column) => serialiseColumn(known, column) !== serialiseColumn(found, column),
  )
  if (changed.length > 0) return [buildFinding('changed-table', name, changed.length, changed)]
  return known.sql === found.sql ? [] : [buildFinding('changed-table', name, 1, ['constraints'])]
}

/** What Dewpoint makes none of: it could change rows behind its back. */
function findForeign(found: SchemaShape, known: SchemaShape): readonly Finding[] {
  const own = new Map([...known.tables, ...known.indexes].map(({ name, sql }) => [name, sql]))
  return [
    ...found.others,
    ...found.tables.filter(({ name }) => !own.has(name)).map(({ name }) => ({ name, type: 'table' })),
    ...found.indexes
      .filter(({ name, table, sql }) => own.get(name) !== sql && (own.has(name) || own.has(table)))
      .map(({ name }) => ({ name, type: 'index' })),
  ].map(({ name, type }) => buildFinding('foreign-object', name, 1, [type]))
}

/** Rows that refer to rows which are not there, by both tables. A table that cannot be read is named by others. */
export function examineReferences(database: Database.Database): readonly Finding[] {
  const dangling = readShape(database).tables.flatMap(({ name }) => findDangling(database, name))
  const groups = Map.groupBy(dangling, ({ table, parent }) => `${table} ${parent}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined
      ? []
      : [buildFinding('dangling-references', first.table, group.length, [first.parent])]
  })
}

function findDangling(database: Database.Database, table: string): z.infer<typeof danglingSchema> {
  try {
    return danglingSchema.parse(database.pragma(`foreign_key_check("${table.replaceAll('"', '""')}")`))
  } catch {
    return []
  }
}

/** Rows whose JSON is none. A table that cannot be read is named by others. */
export function examineJson(database: Database.Database): readonly Finding[] {
  return Object.entries(jsonColumns).flatMap(([table, columns]) => {
    try {
      const valid = columns.map((column) => `json_valid(coalesce(${column}, 'null'))`).join(' and ')
      const count = z
        .int()
        .parse(database.prepare(`select count(*) from ${table} where not (${valid})`).pluck().get())
      return count === 0 ? [] : [buildFinding('damaged-json', table, count, columns)]
    } catch {
      return []
    }
  })
}

/** Blobs whose bytes are not what their hash says. Throws what SQLite throws. */
export async function examineBlobs(database: Database.Database): Promise<readonly Finding[]> {
  const damaged = await findDamagedBlobs(database)
  return damaged.length === 0 ? [] : [buildFinding('damaged-blobs', 'blobs', damaged.length, damaged)]
}

/** All of their hashes, for who leaves them out. Throws what SQLite throws. */
export async function findDamagedBlobs(database: Database.Database): Promise<readonly string[]> {
  const bytesOf = database.prepare('select bytes from blobs where hash = ?').pluck()
  const damaged: string[] = []
  for (const hash of readHashes(database)) {
    if (!(await isIntact(hash, bytesOf))) damaged.push(hash)
  }
  return damaged
}

/** From the index, which is there where the table has lost a page. */
function readHashes(database: Database.Database): readonly string[] {
  try {
    return namesSchema.parse(database.prepare('select hash from blobs order by hash').pluck().all())
  } catch {
    return []
  }
}

/** A blob on a page that cannot be read is lost with the page, which others name. */
async function isIntact(hash: string, bytesOf: Database.Statement): Promise<boolean> {
  let bytes: unknown
  try {
    bytes = bytesOf.get(hash)
  } catch {
    return true
  }
  return !Buffer.isBuffer(bytes) || isBlobIntact(hash, bytes)
}
