import Database from 'better-sqlite3'
import { z } from 'zod'
import { append } from '../../../../shared/kernel/append.ts'
import { Recent } from '../../../../shared/kernel/recent.ts'
import { findFreePages, readLonePage, walkTree, type TreePage } from './b-tree.ts'
import type { PageFile } from './page-file.ts'
import {
  indexShape,
  readShape,
  buildVersionShape,
  findSchemaVersion,
  type IndexShape,
  type TableShape,
} from './schema-shape.ts'

/** What a damaged file says of its tables, completed by what its version is known to hold. */
export type SourceSchema = Readonly<{
  version: number
  tables: readonly TableShape[]
  indexes: readonly IndexShape[]
  /** Names of what is no part of Dewpoint's schema, which is not copied. */
  foreign: readonly string[]
  /** Whether something of the list of tables was lost. */
  isDamaged: boolean
}>

const entrySchema = z.tuple([
  z.enum(['table', 'index', 'trigger', 'view']),
  z.string(),
  z.string(),
  z.number().nullable(),
  z.string().nullable(),
])

/**
 * The tables of a file by its own list, which is the tree at page 1. Where that is damaged, its other pages are looked for
 * in the whole file; a table that none of them names has no root, and its rows are looked for, too.
 */
export function readSourceSchema(file: PageFile): SourceSchema {
  const own = readEntries(walkTree(file, 1, 'table'))
  const { entries, isDamaged } = own.isDamaged
    ? { entries: withoutDoubts([...own.entries, ...findEntries(file)]), isDamaged: true }
    : own
  const tables = entries.flatMap(({ shape, root }) => (shape === null ? [] : [{ ...shape, root }]))
  const indexes = entries
    .filter(({ type }) => type === 'index')
    .map(({ name, table, root, sql }) => indexShape(name, table, root, sql))
  const version = findSchemaVersion({ tables, indexes }, file.version === 0 ? null : file.version)
  const known = buildVersionShape(version)
  const names = new Set([...known.tables, ...known.indexes].map(({ name }) => name))
  const foreign = entries.map(({ name }) => name).filter((name) => !names.has(name) && !isSqlites(name))
  if (!isDamaged) return { version, tables, indexes, foreign, isDamaged }
  return {
    version,
    tables: complete(tables, known.tables),
    indexes: complete(indexes, known.indexes),
    foreign,
    isDamaged,
  }
}

type Entry = Readonly<{
  type: string
  name: string
  table: string
  root: number
  sql: string | null
  /** Of a table. */
  shape: TableShape | null
}>

function readEntries(pages: Iterable<TreePage>): { entries: readonly Entry[]; isDamaged: boolean } {
  const entries: Entry[] = []
  let isDamaged = false
  for (const page of pages) {
    if (page.isDamaged || page.unreadable > 0) isDamaged = true
    for (const { values } of page.rows) {
      const entry = readEntry(values)
      if (entry === null) isDamaged = true
      else entries.push(entry)
    }
  }
  return { entries, isDamaged }
}

/** Null for what is no entry of a list of tables. */
function readEntry(values: readonly unknown[]): Entry | null {
  const parsed = entrySchema.safeParse(values)
  if (!parsed.success) return null
  const [type, name, table, root, sql] = parsed.data
  const isTable = type === 'table' && !isSqlites(name)
  const shape = isTable ? readStatementShape(sql ?? '') : null
  return isTable && shape === null && !isVirtual(sql)
    ? null
    : { type, name, table, root: root ?? 0, sql, shape }
}

const isSqlites = (name: string): boolean => name.startsWith('sqlite_')
const isVirtual = (sql: string | null): boolean => /^create virtual/i.test(sql ?? '')

/** Entries on pages that no way leads to any more. */
function findEntries(file: PageFile): readonly Entry[] {
  const free = findFreePages(file)
  const found: Entry[] = []
  for (let page = 2; page <= file.pageCount; page += 1) {
    const lone = free.has(page) ? null : readLonePage(file, page)
    if (lone?.kind !== 'table' || lone.rows.length === 0) continue
    const entries = lone.rows.map(({ values }) => readEntry(values))
    if (entries.every((entry) => entry !== null)) append(found, entries)
  }
  return found
}

/** What two pages say different things of is left to be looked for. */
function withoutDoubts(entries: readonly Entry[]): readonly Entry[] {
  return [...Map.groupBy(entries, ({ name }) => name).values()].flatMap((same) => {
    const [first] = same
    const isOne = same.every(({ root, sql }) => root === first?.root && sql === first.sql)
    return first === undefined || !isOne ? [] : [first]
  })
}

/** What is missing, without a root: where a file keeps it is known from its list alone. */
function complete<T extends { readonly name: string; readonly root: number }>(
  found: readonly T[],
  known: readonly T[],
): readonly T[] {
  const names = new Set(found.map(({ name }) => name))
  return [...found, ...known.filter(({ name }) => !names.has(name)).map((one) => ({ ...one, root: 0 }))]
}

/** What the statements of a schema or two say, whichever files they stand in: asking SQLite takes a database each. */
const known = new Recent<TableShape | null>(100)

/** What a `create table` says; null where SQLite does not understand it. */
const readStatementShape = (sql: string): TableShape | null => known.get(sql, () => readStatement(sql))

function readStatement(sql: string): TableShape | null {
  const database = new Database(':memory:')
  try {
    database.exec(sql)
    return readShape(database).tables[0] ?? null
  } catch {
    return null
  } finally {
    database.close()
  }
}
