import Database from 'better-sqlite3'
import { z } from 'zod'
import { readDatabaseState } from '../../files/copy-database.ts'
import { refuseSpecialBeside } from '../copies/special-beside.ts'
import { explainStoreError } from '../database/explain-store-error.ts'
import { applySteps } from '../database/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { StoreFailure } from '../store-failure.ts'
import { walkTree, findFreePages, readLonePage, type TreeKind, type TreeRow } from './b-tree.ts'
import { openPageFile, type PageFile } from './page-file.ts'
import {
  createIndexMatcher,
  createTableWriter,
  type TableWriter,
  type IndexMatcher,
} from './salvaged-tables.ts'
import { latestVersion, buildVersionShape, type TableShape } from './schema-shape.ts'
import { readSourceSchema, type SourceSchema } from './source-schema.ts'

/** A table that cannot be reached as a whole. */
type TornTable = { readonly writer: TableWriter; copied: number; detached: number }

type Detached = Readonly<{
  tables: readonly TornTable[]
  /** All of the version: those that are torn, too, have lost pages. */
  indexes: readonly IndexMatcher[]
  /** Pages that belong to a table or index. */
  owned: ReadonlySet<number>
}>

type LonePage = Readonly<{ kind: TreeKind; rows: readonly TreeRow[] }>

/** What became of the rows of a table. */
export type SalvagedTable = Readonly<{
  table: string
  copied: number
  /** Rows that are known to be missing: an index counts them, or their place is there and holds no row. */
  lost: number
  /** Whether those are all: nothing of the table is out of reach, or an undamaged index counts its rows. */
  isCounted: boolean
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
  /** Tables, triggers and the like that are no part of Dewpoint's schema; they were not copied. */
  foreign: readonly string[]
}>

/**
 * Copies every row that can be read into a new database of the present schema, page by page and around damaged ones; the
 * source is only read. `into` is a path where nothing is yet; what fails leaves something there. Throws `StoreFailure`.
 */
export async function salvage(from: string, into: string): Promise<Salvaged> {
  try {
    refuseSpecialBeside(from)
    const before = readDatabaseState(from)
    const salvaged = await copyRows(from, into)
    if (readDatabaseState(from) !== before) throw createBusyFailure(from)
    return salvaged
  } catch (error) {
    throw explainStoreError(error instanceof Database.SqliteError ? into : from, error)
  }
}

function createBusyFailure(where: string): StoreFailure {
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
      throw createNewerFailure(from, file)
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
    return {
      version: schema.version,
      tables,
      orphans: findOrphans(database),
      unassigned,
      foreign: schema.foreign,
    }
  } finally {
    database.close()
    file.close()
  }
}

function createNewerFailure(where: string, { version }: PageFile): StoreFailure {
  return new StoreFailure({
    code: 'newer',
    message: `The database was written by a newer Dewpoint (schema ${version}, and this one knows ${latestVersion})`,
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
  const shape = buildVersionShape(schema.version)
  const tables = shape.tables.map((target): Progress => {
    const source = schema.tables.find(({ name }) => name === target.name) ?? { ...target, root: 0 }
    const writer = createTableWriter(database, source, target)
    return { source, writer, copied: 0, unreadable: 0, detached: 0, isTorn: source.root === 0 }
  })
  const owned = new Set<number>()
  for (const table of tables) await copyTree(file, table, owned)
  const counted = countEntries(file, schema, owned)
  const unassigned = await copyDetached(file, {
    tables: tables.filter(({ isTorn }) => isTorn),
    indexes: shape.indexes.map((index) => createIndexMatcher(database, index)),
    owned,
  })
  return {
    tables: tables.map(({ source: { name }, copied, unreadable, detached, isTorn }) => {
      const { entries, isWhole } = counted.get(name) ?? { entries: 0, isWhole: false }
      const lost = Math.max(entries - copied, unreadable - detached, 0)
      return { table: name, copied, lost, isCounted: isWhole || !isTorn, detached, isTorn }
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

type Count = Readonly<{ entries: number; isWhole: boolean }>

/** Entries of the indexes, which know of rows that their table has lost; by table. */
function countEntries(
  file: PageFile,
  { indexes }: SourceSchema,
  owned: Set<number>,
): ReadonlyMap<string, Count> {
  const most = new Map<string, Count>()
  for (const { table, root, isPartial } of indexes.filter((index) => index.root > 0)) {
    let entries = 0
    let isWhole = !isPartial
    for (const { page, isDamaged, rows, unreadable } of walkTree(file, root, 'index')) {
      if (isDamaged || unreadable > 0) isWhole = false
      if (isDamaged) continue
      owned.add(page)
      entries += rows.length
    }
    const before = most.get(table) ?? { entries: 0, isWhole: false }
    most.set(table, {
      entries: Math.max(before.entries, entries),
      isWhole: before.isWhole || isWhole,
    })
  }
  return most
}

const danglingSchema = z.array(z.object({ table: z.string(), parent: z.string() }))

function findOrphans(database: Database.Database): Salvaged['orphans'] {
  const dangling = danglingSchema.parse(database.pragma('foreign_key_check'))
  const groups = Map.groupBy(dangling, ({ table, parent }) => `${table} ${parent}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ table: first.table, parent: first.parent, rows: 1 + others.length }],
  )
}

/**
 * Copies rows of pages that torn tables have lost the way to, where they can be of one table alone. Gives how many could
 * not be attributed.
 */
async function copyDetached(file: PageFile, { tables, indexes, owned }: Detached): Promise<number> {
  if (tables.length === 0) return 0
  const rest = new Set(findLonePages(file, owned))
  // What was copied says more of what others refer to.
  for (let before = -1; before !== rest.size;) {
    before = rest.size
    for (const number of rest) {
      const page = readLonePage(file, number)
      const table = page === null ? null : findOwner(page, tables, indexes)
      if (page === null || table === null) continue
      rest.delete(number)
      for (const row of page.rows) {
        if (!(await table.writer.put(row))) continue
        table.copied += 1
        table.detached += 1
      }
    }
  }
  return [...rest].reduce(
    (sum, number) => sum + countUnknownRows(readLonePage(file, number), tables, indexes),
    0,
  )
}

function findLonePages(file: PageFile, owned: ReadonlySet<number>): readonly number[] {
  const free = findFreePages(file)
  const found: number[] = []
  for (let page = 2; page <= file.pageCount; page += 1) {
    if (owned.has(page) || free.has(page)) continue
    if ((readLonePage(file, page)?.rows.length ?? 0) > 0) found.push(page)
  }
  return found
}

function selectCandidates({ kind, rows }: LonePage, tables: readonly TornTable[]): readonly TornTable[] {
  return tables.filter(({ writer }) => writer.kind === kind && rows.every((row) => writer.fits(row)))
}

/** The one table whose rows these can be; null where that is not known. */
function findOwner(
  page: LonePage,
  tables: readonly TornTable[],
  indexes: readonly IndexMatcher[],
): TornTable | null {
  const candidates = selectCandidates(page, tables)
  const related = candidates.filter(({ writer }) => page.rows.some((row) => writer.hasParent(row) !== false))
  // Entries of an index look like rows of some tables.
  const isIndex = page.kind === 'index' && isOfIndex(page, indexes)
  const sure = page.kind === 'index' || candidates.length > 1 ? related : candidates
  const [table] = sure
  return table === undefined || sure.length > 1 || isIndex ? null : table
}

function isOfIndex({ rows }: LonePage, indexes: readonly IndexMatcher[]): boolean {
  return indexes.some((index) => rows.some((row) => index.hasRow(row)))
}

function countUnknownRows(
  page: LonePage | null,
  tables: readonly TornTable[],
  indexes: readonly IndexMatcher[],
): number {
  if (page === null) return 0
  const isEntry =
    page.kind === 'index' && (isOfIndex(page, indexes) || selectCandidates(page, tables).length === 0)
  return isEntry ? 0 : page.rows.length
}
