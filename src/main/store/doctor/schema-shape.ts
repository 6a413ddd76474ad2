import Database from 'better-sqlite3'
import { z } from 'zod'
import { migrations } from '../migrations/migrations.ts'

/** A column of a table, in the order in which the table declares them. */
export type Column = Readonly<{
  name: string
  type: string
  mayBeNull: boolean
  hasDefault: boolean
  /** Its place in the primary key, from 1; 0 where it is no part of it. */
  keyPlace: number
}>

/** What a version's schema says of a table. */
export type TableShape = Readonly<{
  name: string
  columns: readonly Column[]
  /** Whether rows are ordered by the key and have no number. */
  isByKey: boolean
  root: number
}>

export type SchemaShape = Readonly<{
  tables: readonly TableShape[]
  indexes: readonly { readonly name: string; readonly table: string; readonly root: number }[]
}>

const columnSchema = z
  .object({
    name: z.string(),
    type: z.string(),
    notnull: z.number(),
    dflt_value: z.string().nullable(),
    pk: z.number(),
  })
  .transform(({ name, type, notnull, dflt_value: value, pk }): Column => ({
    name,
    type: type.toUpperCase(),
    mayBeNull: notnull === 0,
    hasDefault: value !== null,
    keyPlace: pk,
  }))
const listSchema = z.array(
  z.object({ name: z.string(), wr: z.number(), schema: z.string(), type: z.string() }),
)
const entrySchema = z.array(z.object({ name: z.string(), tbl_name: z.string(), rootpage: z.number() }))

/** The newest version that this program knows. */
export const latestVersion = migrations.at(-1)?.version ?? 0

/** What a database of a version looks like; of one without tables for version 0. */
export function shapeOfVersion(version: number): SchemaShape {
  const database = new Database(':memory:')
  try {
    for (const step of migrations.filter((one) => one.version <= version)) database.exec(step.sql)
    return shapeOf(database)
  } finally {
    database.close()
  }
}

/** What an open database looks like. Throws what SQLite throws. */
export function shapeOf(database: Database.Database): SchemaShape {
  const roots = (type: string): z.infer<typeof entrySchema> =>
    entrySchema.parse(
      database.prepare('select name, tbl_name, rootpage from sqlite_schema where type = ?').all(type),
    )
  const rootOf = new Map(roots('table').map(({ name, rootpage }) => [name, rootpage]))
  const listed = listSchema
    .parse(database.pragma('table_list'))
    .filter(({ schema, type, name }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
  return {
    tables: listed.map(({ name, wr }) => ({
      name,
      columns: columnsOf(database, name),
      isByKey: wr === 1,
      root: rootOf.get(name) ?? 0,
    })),
    indexes: roots('index').map(({ name, tbl_name: table, rootpage: root }) => ({ name, table, root })),
  }
}

function columnsOf(database: Database.Database, table: string): readonly Column[] {
  return z.array(columnSchema).parse(database.pragma(`table_info("${table.replaceAll('"', '""')}")`))
}

/** Columns in the order in which rows keep them: those of the key first where there are no row numbers. */
export function storedColumns({ columns, isByKey }: TableShape): readonly Column[] {
  if (!isByKey) return columns
  const key = columns.filter(({ keyPlace }) => keyPlace > 0).toSorted((a, b) => a.keyPlace - b.keyPlace)
  return [...key, ...columns.filter(({ keyPlace }) => keyPlace === 0)]
}

/**
 * The lowest version that knows everything of a schema that may have lost some of it; the latest where nothing is left. Steps
 * that change no table may be taken a second time: they leave what is as they want it.
 */
export function guessVersion(found: readonly Pick<TableShape, 'name' | 'columns'>[]): number {
  if (found.length === 0) return latestVersion
  const fits = migrations.find(({ version }) => {
    const known = new Map(
      shapeOfVersion(version).tables.map(({ name, columns }) => [
        name,
        new Set(columns.map((one) => one.name)),
      ]),
    )
    return found.every(({ name, columns }) => columns.every((one) => known.get(name)?.has(one.name) === true))
  })
  return fits?.version ?? latestVersion
}

/** Columns that hold JSON, by table. */
export const jsonColumns: Readonly<Record<string, readonly string[]>> = {
  tasks: ['meta'],
  runs: ['settings', 'outcome', 'model', 'prompt'],
  preferences: ['value'],
  profiles: ['profile'],
  answers: ['usage'],
  model_calls: ['usage'],
  preset_versions: ['settings'],
  experiments: ['plan'],
  cells: ['cell'],
  replays: ['request'],
  run_qualities: ['quality'],
}
