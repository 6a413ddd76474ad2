import Database from 'better-sqlite3'
import { z } from 'zod'
import { explainStoreError } from '../explain-store-error.ts'
import { applySteps } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { stateOf } from '../scratch-copy.ts'
import { StoreFailure } from '../store-failure.ts'
import { freePages, readLonePage, walkTree } from './b-tree.ts'
import { openPageFile, type PageFile } from './page-file.ts'
import { createTableWriter, type TableWriter } from './salvaged-tables.ts'
import { latestVersion, shapeOfVersion, type TableShape } from './schema-shape.ts'
import { readSourceSchema, type SourceSchema } from './source-schema.ts'

/** What became of the rows of a table. */
export type SalvagedTable = Readonly<{
  table: string
  copied: number
  /** Rows that are known to be missing: an index counts them, or their place is there and holds no row. */
  lost: number
  /** Copied ones that were found on pages which no table holds any more. */
  detached: number
  /** Whether a part of the table cannot be reached, so that more may be lost. */
  isTorn: boolean
}>

export type Salvaged = Readonly<{
  version: number
  tables: readonly SalvagedTable[]
  /** Copied rows that refer to rows which are missing, by both tables. */
  orphans: readonly { readonly table: string; readonly parent: string; readonly rows: number }[]
  /** Rows on detached pages that could be of several tables, or of none. */
  unassigned: number
}>

/**
 * Copies every row that can be read into a new database of the present schema, page by page and around damaged ones; the
 * source is only read. `into` is a path where nothing is yet; what fails leaves something there. Throws `StoreFailure`.
 */
export async function salvage(from: string, into: string): Promise<Salvaged> {
  try {
    const before = stateOf(from)
    const salvaged = await copyRows(from, into)
    if (stateOf(from) !== before) throw busy(from)
    return salvaged
  } catch (error) {
    throw explainStoreError(error instanceof Database.SqliteError ? into : from, error)
  }
}

function busy(where: string): StoreFailure {
  return new StoreFailure({
    code: 'locked',
    message: 'Another program wrote to the database while it was read',
    where,
    hint: 'Close every Dewpoint that has it open, then try again.',
  })
}

async function copyRows(from: string, into: string): Promise<Salvaged> {
  const file = openPageFile(from)
  const database = new Database(into)
  try {
    const schema = readSourceSchema(file)
    if ((file.version ?? 0) > latestVersion && !schema.isDamaged && !file.isHeadDamaged)
      throw newer(from, file)
    database.pragma('journal_mode = MEMORY')
    database.pragma('synchronous = OFF')
    database.pragma('foreign_keys = OFF')
    applySteps(
      database,
      migrations.filter(({ version }) => version <= schema.version),
    )
    database.exec('begin')
    const { tables, unassigned } = await fill(database, file, schema)
    database.exec('commit')
    applySteps(database, migrations)
    const found = database.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new Error(`The new database is not whole: ${String(found)}`)
    return { version: schema.version, tables, orphans: orphansOf(database), unassigned }
  } finally {
    database.close()
    file.close()
  }
}

function newer(where: string, { version }: PageFile): StoreFailure {
  return new StoreFailure({
    code: 'newer',
    message: `The database was written by a newer Dewpoint (schema ${version}; this one knows ${latestVersion})`,
    where,
    hint: 'Update Dewpoint, then salvage it. Nothing was changed.',
  })
}

type Progress = {
  readonly source: TableShape
  readonly writer: TableWriter
  copied: number
  unreadable: number
  detached: number
  isTorn: boolean
}

async function fill(
  database: Database.Database,
  file: PageFile,
  schema: SourceSchema,
): Promise<Pick<Salvaged, 'tables' | 'unassigned'>> {
  const targets = new Map(shapeOfVersion(schema.version).tables.map((table) => [table.name, table]))
  const tables = [...targets.values()].map((target): Progress => {
    const source = schema.tables.find(({ name }) => name === target.name) ?? { ...target, root: 0 }
    const writer = createTableWriter(database, source, target)
    return { source, writer, copied: 0, unreadable: 0, detached: 0, isTorn: source.root === 0 }
  })
  const owned = new Set<number>()
  for (const table of tables) await copyTree(file, table, owned)
  const counted = countEntries(file, schema, owned)
  const unassigned = await copyDetached(file, { tables, owned })
  return {
    tables: tables.map(({ source: { name }, copied, unreadable, detached, isTorn }) => {
      const expected = counted.get(name) ?? 0
      const lost = Math.max(expected - copied, unreadable - detached, 0)
      return { table: name, copied, lost, detached, isTorn }
    }),
    unassigned,
  }
}

async function copyTree(file: PageFile, table: Progress, owned: Set<number>): Promise<void> {
  if (table.source.root === 0) return
  for (const { page, isDamaged, rows, unreadable } of walkTree(file, table.source.root, table.writer.kind)) {
    let taken = 0
    for (const row of rows) if (await table.writer.put(row)) taken += 1
    const isForeign = rows.length > 0 && taken === 0 && !rows.some((row) => table.writer.fits(row))
    if (isDamaged || isForeign) {
      table.isTorn = true
      continue
    }
    owned.add(page)
    table.copied += taken
    table.unreadable += unreadable + rows.length - taken
  }
}

/** Entries of the indexes, which know of rows that their table has lost; by table. */
function countEntries(
  file: PageFile,
  { indexes }: SourceSchema,
  owned: Set<number>,
): ReadonlyMap<string, number> {
  const most = new Map<string, number>()
  for (const { table, root } of indexes) {
    let entries = 0
    for (const { page, isDamaged, rows } of walkTree(file, root, 'index')) {
      if (isDamaged) continue
      owned.add(page)
      entries += rows.length
    }
    most.set(table, Math.max(most.get(table) ?? 0, entries))
  }
  return most
}

type Rest = Readonly<{ tables: readonly Progress[]; owned: ReadonlySet<number> }>

/** Rows of pages that a torn table has lost the way to. Gives how many could not be told apart. */
async function copyDetached(file: PageFile, { tables, owned }: Rest): Promise<number> {
  const torn = tables.filter(({ isTorn }) => isTorn)
  if (torn.length === 0) return 0
  const free = freePages(file)
  let unassigned = 0
  for (let page = 2; page <= file.pageCount; page += 1) {
    const found = owned.has(page) || free.has(page) ? null : readLonePage(file, page)
    if (found === null || found.rows.length === 0) continue
    const candidates = torn.filter(
      ({ writer }) => writer.kind === found.kind && found.rows.every((row) => writer.fits(row)),
    )
    const [table] = candidates
    // Entries of an index look like rows of some tables; only those of tables are missed.
    if (table === undefined || candidates.length > 1) {
      if (found.kind === 'table') unassigned += found.rows.length
      continue
    }
    for (const row of found.rows) {
      if (!(await table.writer.put(row))) continue
      table.copied += 1
      table.detached += 1
    }
  }
  return unassigned
}

const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

function orphansOf(database: Database.Database): Salvaged['orphans'] {
  const dangling = danglingSchema.parse(database.pragma('foreign_key_check'))
  const groups = Map.groupBy(dangling, ({ table, parent }) => `${table} ${parent}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ table: first.table, parent: first.parent, rows: 1 + others.length }],
  )
}
