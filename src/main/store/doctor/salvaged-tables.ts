import type Database from 'better-sqlite3'
import { isBlobIntact } from './blob-content.ts'
import type { TreeKind, TreeRow } from './b-tree.ts'
import type { Value } from './record.ts'
import { jsonColumns, storedColumns, type Column, type TableShape } from './schema-shape.ts'

/** Takes rows of a damaged table into the new one. */
export type TableWriter = Readonly<{
  kind: TreeKind
  /** Whether a row that nothing says the table of could be one of it. */
  fits(row: TreeRow): boolean
  /** False where the row does not fit, is damaged, or is there already. */
  put(row: TreeRow): Promise<boolean>
}>

/** A writer for a table, given what the damaged file and the new one say of its columns. */
export function createTableWriter(
  database: Database.Database,
  source: TableShape,
  target: TableShape,
): TableWriter {
  const stored = storedColumns(source)
  const known = new Map(target.columns.map((column) => [column.name, column]))
  const json = new Set(jsonColumns[source.name])
  const statements = new Map<string, Database.Statement>()
  const statementFor = (names: readonly string[]): Database.Statement => {
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
  const named = ({ rowId, values }: TreeRow): readonly (readonly [Column, Value])[] =>
    stored.slice(0, values.length).flatMap((column, index) => {
      const into = known.get(column.name)
      const value = values[index] ?? null
      const isNumber = into?.type === 'INTEGER' && into.keyPlace === 1 && value === null
      return into === undefined ? [] : [[into, isNumber ? rowId : value] as const]
    })
  return {
    kind: source.isByKey ? 'index' : 'table',
    fits: (row) =>
      row.values.length > 0 &&
      row.values.length <= stored.length &&
      stored.slice(row.values.length).every(({ mayBeNull, hasDefault }) => mayBeNull || hasDefault) &&
      named(row).every(([column, value]) => fitsColumn(column, value, json)),
    async put(row) {
      const pairs = named(row)
      if (!pairs.every(([{ name }, value]) => !json.has(name) || isJson(value))) return false
      if (source.name === 'blobs' && !(await isIntact(pairs))) return false
      try {
        const names = pairs.map(([{ name }]) => name)
        return statementFor(names).run(...pairs.map(([, value]) => bindable(value))).changes > 0
      } catch {
        // A value that the column does not take: what was read is no row of this table.
        return false
      }
    },
  }
}

/** A number goes in as the driver would have put it; whole ones as such. */
function bindable(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function fitsColumn({ name, type, mayBeNull }: Column, value: Value, json: ReadonlySet<string>): boolean {
  if (value === null) return mayBeNull
  switch (type) {
    case 'TEXT':
      return typeof value === 'string' && (!json.has(name) || isJson(value))
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

async function isIntact(pairs: readonly (readonly [Column, Value])[]): Promise<boolean> {
  const valueOf = (wanted: string): Value => pairs.find(([{ name }]) => name === wanted)?.[1] ?? null
  const bytes = valueOf('bytes')
  return Buffer.isBuffer(bytes) && (await isBlobIntact(String(valueOf('hash')), bytes))
}
