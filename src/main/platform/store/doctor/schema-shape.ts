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
  /** The statement that made it, without what means nothing. */
  sql: string
}>

/** An index; one that covers a part of its table alone counts no rows of it. */
export type IndexShape = Readonly<{
  name: string
  table: string
  isPartial: boolean
  sql: string
  root: number
}>

export type SchemaShape = Readonly<{
  tables: readonly TableShape[]
  indexes: readonly IndexShape[]
  /** Triggers, views and virtual tables, of which Dewpoint makes none. */
  others: readonly { readonly name: string; readonly type: string }[]
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
const entrySchema = z.array(
  z.object({
    type: z.string(),
    name: z.string(),
    tbl_name: z.string(),
    rootpage: z.number().nullable(),
    sql: z.string().nullable(),
  }),
)

/** The newest version that this program knows. */
export const latestVersion = migrations.at(-1)?.version ?? 0

/** What a database of a version looks like; of one without tables for version 0. */
export function buildVersionShape(version: number): SchemaShape {
  const nothing: SchemaShape = { tables: [], indexes: [], others: [] }
  return buildVersionShapes(migrations).findLast((one) => one.version <= version)?.shape ?? nothing
}

/** What an open database looks like. Throws what SQLite throws. */
export function readShape(database: Database.Database): SchemaShape {
  const entries = entrySchema.parse(
    database.prepare('select type, name, tbl_name, rootpage, sql from sqlite_schema').all(),
  )
  const listed = listSchema
    .parse(database.pragma('table_list'))
    .filter(({ schema, name }) => schema === 'main' && !name.startsWith('sqlite_'))
  const entryOf = new Map(entries.filter(({ type }) => type === 'table').map((one) => [one.name, one]))
  return {
    tables: listed
      .filter(({ type }) => type === 'table')
      .map(({ name, wr }) => ({
        name,
        columns: readColumns(database, name),
        isByKey: wr === 1,
        sql: normaliseSql(entryOf.get(name)?.sql),
      })),
    indexes: entries
      .filter(({ type }) => type === 'index')
      .map(({ name, tbl_name: table, rootpage, sql }) => indexShape(name, table, rootpage ?? 0, sql)),
    others: [
      ...entries
        .filter(({ type }) => type === 'trigger' || type === 'view')
        .map(({ name, type }) => ({ name, type })),
      ...listed
        .filter(({ type }) => type === 'virtual' || type === 'shadow')
        .map(({ name }) => ({ name, type: 'virtual table' })),
    ],
  }
}

function indexShape(name: string, table: string, root: number, sql: string | null): IndexShape {
  return { name, table, root, sql: normaliseSql(sql), isPartial: /\bwhere\b/i.test(sql ?? '') }
}

function normaliseSql(sql: string | null | undefined): string {
  return (sql ?? '')
    .replaceAll(/[\s"`[\]]+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim()
    .toLowerCase()
}

function readColumns(database: Database.Database, table: string): readonly Column[] {
  return z.array(columnSchema).parse(database.pragma(`table_xinfo("${table.replaceAll('"', '""')}")`))
}

/** What is found of a schema, which may have lost some of it. */
type FoundSchema = Readonly<{
  tables: readonly Pick<TableShape, 'name' | 'columns'>[]
  indexes: readonly Pick<IndexShape, 'name'>[]
}>

/**
 * The version whose tables these are, whatever the file states: one that is there whole, else the lowest that knows all of
 * them. The stated one goes before others where it fits as well, or where nothing of Dewpoint's is there. Steps that
 * change no table may be taken a second time: they leave what is as they want it.
 */
export function findSchemaVersion(found: FoundSchema, stated: number | null, steps = migrations): number {
  const shapes = buildVersionShapes(steps)
  const latest = shapes.at(-1)
  if (latest === undefined) return 0
  const parts = listSchemaParts(latest.shape)
  const known = [...listSchemaParts(found)].filter((part) => parts.has(part))
  const fitting = shapes.filter(({ shape }) => {
    const own = listSchemaParts(shape)
    return known.every((part) => own.has(part))
  })
  const whole = fitting.filter(({ shape }) => listSchemaParts(shape).size === known.length)
  const choose = (versions: typeof shapes): number | undefined =>
    (versions.find(({ version }) => version === stated) ?? versions[0])?.version
  if (known.length === 0) return stated !== null && stated <= latest.version ? stated : latest.version
  return choose(whole) ?? choose(fitting) ?? latest.version
}

type VersionShape = Readonly<{ version: number; shape: SchemaShape }>

const shapesBySteps = new WeakMap<typeof migrations, readonly VersionShape[]>()

/** Whoever examines a database asks again and again, and taking all steps takes a while. */
function buildVersionShapes(steps: typeof migrations): readonly VersionShape[] {
  const shapes = shapesBySteps.get(steps) ?? takeSteps(steps)
  shapesBySteps.set(steps, shapes)
  return shapes
}

function takeSteps(steps: typeof migrations): readonly VersionShape[] {
  const database = new Database(':memory:')
  try {
    return steps.map(({ version, sql }) => {
      database.exec(sql)
      return { version, shape: readShape(database) }
    })
  } finally {
    database.close()
  }
}

function listSchemaParts({ tables, indexes }: FoundSchema): ReadonlySet<string> {
  return new Set([
    ...tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
    ...indexes.map(({ name }) => `index ${name}`),
  ])
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
  asleep: ['body'],
}
