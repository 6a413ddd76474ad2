import type Database from 'better-sqlite3'
import { z } from 'zod'
import { runStatuses } from '../../../../shared/condense/run-types.ts'
import { experimentStatuses } from '../../../../shared/experiments/experiment-types.ts'
import { asleepKinds } from '../../../../shared/kernel/asleep.ts'
import { partKinds } from '../../../../shared/kernel/part.ts'
import { toolErasSchema } from '../../../../shared/library/task-types.ts'
import { promptPurposes } from '../../../../shared/prompts/prompt-types.ts'
import { isBlobIntact } from '../database/blob-content.ts'
import { unpackCell } from '../database/packed-cell.ts'
import type { TreeKind, TreeRow } from './b-tree.ts'
import type { Value } from './record.ts'
import {
  jsonColumns,
  orderStoredColumns,
  type Column,
  type IndexShape,
  type TableShape,
} from './schema-shape.ts'

/** Texts that a column can hold, where there are few. A row with another one is read by nobody. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'tasks.era': toolErasSchema.options,
  'runs.status': runStatuses,
  'experiments.status': experimentStatuses,
  'cells.status': ['done', 'failed'],
  'prompts.purpose': promptPurposes,
  'replays.kind': ['replay', 'drift'],
  'survey_kinds.kind': partKinds,
  'asleep.kind': asleepKinds,
}

const hash = /^[0-9a-f]{64}$/

const hashColumn = /(?:^hash|_sha256|(?:^|_)blob)$/

/** What the texts of a column look like, in whichever table. */
const patterns: Readonly<Record<string, RegExp>> = {
  path: /^$|^[/\\]|^[A-Za-z]:/,
  origin: /^https?:/,
  variable: /^[A-Z_][A-Z0-9_]*$/,
  // What may be run must never be guessed from the rows of another table.
  target: /^\["(?:command|address|framework)",/,
}

/** Columns that hold any text, but never that of a hash. */
const plainColumns = new Set([
  'tool',
  'kind',
  'model',
  'counter_id',
  'label',
  'name',
  'note',
  'title',
  'work',
])

/** Takes rows of a damaged table into the new one. */
export type TableWriter = Readonly<{
  kind: TreeKind
  /** Whether a row that nothing says the table of could be one of it. */
  fits(row: TreeRow): boolean
  /** Whether the new database has a row that this one refers to; null where rows of the table refer to nothing. */
  hasParent(row: TreeRow): boolean | null
  /** False where the row does not fit, is damaged, or is there already. */
  put(row: TreeRow): Promise<boolean>
}>

/** A writer for a table, given what the damaged file and the new one say of its columns. */
export function createTableWriter(
  database: Database.Database,
  source: TableShape,
  target: TableShape,
): TableWriter {
  const stored = orderStoredColumns(source)
  const known = new Map(target.columns.map((column) => [column.name, column]))
  const json = new Set(jsonColumns[source.name])
  const statements = new Map<string, Database.Statement>()
  const prepareInsert = (names: readonly string[]): Database.Statement => {
    const key = names.join()
    const made =
      statements.get(key) ??
      database.prepare(
        `insert or ignore into "${target.name}" (${names.map((name) => `"${name}"`).join()})
          values (${names.map(() => '?').join()})`,
      )
    statements.set(key, made)
    return made
  }
  /** Rows that are older than a column have no value for it. */
  const pairWithColumns = ({ rowId, values }: TreeRow): readonly (readonly [Column, Value])[] =>
    stored.slice(0, values.length).flatMap((column, index) => {
      const into = known.get(column.name)
      const value = values[index] ?? null
      const isNumber = into?.type === 'INTEGER' && into.keyPlace === 1 && value === null
      return into === undefined ? [] : [[into, isNumber ? rowId : value] as const]
    })
  const hasParent = createParentLookup(database, target.name)
  return {
    kind: source.isByKey ? 'index' : 'table',
    fits: (row) =>
      row.values.length > 0 &&
      row.values.length <= stored.length &&
      stored.slice(row.values.length).every(({ mayBeNull, hasDefault }) => mayBeNull || hasDefault) &&
      pairWithColumns(row).every(
        ([column, value]) =>
          fitsColumn(column, value) &&
          looksLike(source.name, column.name, value) &&
          (!json.has(column.name) || isJson(value)),
      ),
    hasParent: (row) => hasParent(pairWithColumns(row)),
    async put(row) {
      const pairs = pairWithColumns(row)
      if (!pairs.every(([{ name }, value]) => isChoice(source.name, name, value))) return false
      if (!pairs.every(([{ name }, value]) => !json.has(name) || isJson(value))) return false
      if (source.name === 'blobs' && !(await isIntact(pairs))) return false
      if (source.name === 'cells' && !isUnpackable(findValue(pairs, 'packed'))) return false
      try {
        const names = pairs.map(([{ name }]) => name)
        return prepareInsert(names).run(pairs.map(([, value]) => toBindable(value))).changes > 0
      } catch {
        // A value that the column does not take: what was read is no row of this table.
        return false
      }
    },
  }
}

type Named = readonly (readonly [Column, Value])[]

const referenceSchema = z.array(
  z.object({ id: z.number(), table: z.string(), from: z.string(), to: z.string() }),
)

/** Looks for the rows that one refers to. */
function createParentLookup(database: Database.Database, table: string): (row: Named) => boolean | null {
  const references = referenceSchema.parse(database.pragma(`foreign_key_list("${table}")`))
  const lookups = [...Map.groupBy(references, ({ id }) => id).values()].map((parts) => ({
    parts,
    find: database
      .prepare(
        `select 1 from "${parts[0]?.table}" where ${parts.map(({ to }) => `"${to}" = ?`).join(' and ')}`,
      )
      .pluck(),
  }))
  if (lookups.length === 0) return () => null
  return (row) => {
    const valueOf = new Map(row.map(([{ name }, value]) => [name, value]))
    return lookups.every(({ parts, find }) => {
      const values = parts.map(({ from }) => valueOf.get(from) ?? null)
      return values.includes(null) || find.get(values.map(toBindable)) !== undefined
    })
  }
}

/** Tells entries of an index. */
export type IndexMatcher = Readonly<{
  table: string
  /** Whether the new database has the row that this is an entry for. */
  hasRow(row: TreeRow): boolean
}>

const indexColumnsSchema = z.array(z.object({ cid: z.number(), name: z.string().nullable() }))

/** A matcher for an index of the new database. */
export function createIndexMatcher(
  database: Database.Database,
  { name, table }: Pick<IndexShape, 'name' | 'table'>,
): IndexMatcher {
  const columns = indexColumnsSchema.parse(database.pragma(`index_xinfo("${name}")`))
  // Row numbers are given anew, and what an expression gives is not stored.
  const named = columns.map(({ cid, name: column }) => (cid < 0 ? null : column))
  const conditions = named.filter((column) => column !== null).map((column) => `"${column}" is ?`)
  const find = database
    .prepare(`select 1 from "${table}" where ${['true', ...conditions].join(' and ')}`)
    .pluck()
  return {
    table,
    hasRow: ({ values }) => {
      if (values.length !== columns.length || conditions.length === 0) return false
      const keys = values.filter((_, index) => named[index] !== null)
      return find.get(keys.map(toBindable)) !== undefined
    },
  }
}

/** A number goes in as the driver would have put it; whole ones as such. */
function toBindable(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function fitsColumn({ type, mayBeNull }: Column, value: Value): boolean {
  if (value === null) return mayBeNull
  switch (type) {
    case 'TEXT':
      return typeof value === 'string'
    case 'INTEGER':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'REAL':
      return typeof value === 'number' || typeof value === 'bigint'
    default:
      return Buffer.isBuffer(value)
  }
}

function isJson(value: Value): boolean {
  if (value === null) return true
  try {
    JSON.parse(String(value))
    return true
  } catch {
    return false
  }
}

async function isIntact(pairs: Named): Promise<boolean> {
  const bytes = findValue(pairs, 'bytes')
  return Buffer.isBuffer(bytes) && (await isBlobIntact(String(findValue(pairs, 'hash')), bytes))
}

/** Cells of older versions have nothing packed. */
function isUnpackable(value: Value): boolean {
  if (!Buffer.isBuffer(value)) return value === null
  try {
    JSON.parse(unpackCell(value))
    return true
  } catch {
    return false
  }
}

function findValue(pairs: Named, wanted: string): Value {
  return pairs.find(([{ name }]) => name === wanted)?.[1] ?? null
}

/** Whether a column of a table may hold a value, by the few that it has. */
function isChoice(table: string, column: string, value: Value): boolean {
  const all = choices[`${table}.${column}`]
  return all === undefined || value === null || all.includes(String(value))
}

/** Whether a value looks like those of a column. For rows that nothing says the table of: a stray hash is no name. */
function looksLike(table: string, column: string, value: Value): boolean {
  if (value === null) return true
  if (!isChoice(table, column, value)) return false
  if (column.startsWith('is_')) return Number(value) === 0 || Number(value) === 1
  if (column.endsWith('_ts')) return Number(value) >= 0
  if (typeof value !== 'string') return true
  if (hashColumn.test(column)) return hash.test(value)
  return patterns[column]?.test(value) !== false && !(plainColumns.has(column) && hash.test(value))
}
