import Database from 'better-sqlite3'
import { z } from 'zod'
import { walkTree } from './b-tree.ts'
import type { PageFile } from './page-file.ts'
import {
  guessVersion,
  latestVersion,
  shapeOf,
  shapeOfVersion,
  type SchemaShape,
  type TableShape,
} from './schema-shape.ts'

/** What a damaged file says of its tables, completed by what its version is known to hold. */
export type SourceSchema = Readonly<{
  version: number
  tables: readonly TableShape[]
  indexes: SchemaShape['indexes']
  /** Whether something of the list of tables was lost. */
  isDamaged: boolean
}>

const entrySchema = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string().nullable()])

/**
 * The tables of a file by its own list, which is the tree at page 1. Where that is damaged, the missing ones are looked
 * for where a database that was made by this version keeps them.
 */
export function readSourceSchema(file: PageFile): SourceSchema {
  const tables: TableShape[] = []
  const indexes: { name: string; table: string; root: number }[] = []
  let isDamaged = false
  for (const page of walkTree(file, 1, 'table')) {
    if (page.isDamaged || page.unreadable > 0) isDamaged = true
    for (const { values } of page.rows) {
      const entry = entrySchema.safeParse(values)
      if (!entry.success) {
        isDamaged = true
        continue
      }
      const [type, name, table, root, sql] = entry.data
      if (type === 'index') indexes.push({ name, table, root })
      if (type !== 'table' || name.startsWith('sqlite_')) continue
      const shape = shapeOfStatement(sql ?? '')
      if (shape === null) isDamaged = true
      else tables.push({ ...shape, root })
    }
  }
  const stated = file.version
  const isKnown = stated !== null && stated >= 1 && stated <= latestVersion
  const version = isKnown ? stated : guessVersion(tables)
  if (!isDamaged) return { version, tables, indexes, isDamaged }
  const known = shapeOfVersion(version)
  return {
    version,
    tables: complete(tables, known.tables),
    indexes: complete(indexes, known.indexes),
    isDamaged,
  }
}

function complete<T extends { readonly name: string; readonly root: number }>(
  found: readonly T[],
  known: readonly T[],
): readonly T[] {
  const names = new Set(found.map(({ name }) => name))
  const roots = new Set(found.map(({ root }) => root))
  return [...found, ...known.filter(({ name, root }) => !names.has(name) && !roots.has(root))]
}

/** What a `create table` says; null where SQLite does not understand it. */
function shapeOfStatement(sql: string): TableShape | null {
  const database = new Database(':memory:')
  try {
    database.exec(sql)
    return shapeOf(database).tables[0] ?? null
  } catch {
    return null
  } finally {
    database.close()
  }
}
