import { freePages, readLonePage, type TreeKind, type TreeRow } from './b-tree.ts'
import type { PageFile } from './page-file.ts'
import type { IndexMatcher, TableWriter } from './salvaged-tables.ts'

/** A table that cannot be reached as a whole. */
export type TornTable = { readonly writer: TableWriter; copied: number; detached: number }

type Detached = Readonly<{
  tables: readonly TornTable[]
  /** All of the version: those that are torn, too, have lost pages. */
  indexes: readonly IndexMatcher[]
  /** Pages that belong to a table or index. */
  owned: ReadonlySet<number>
}>

type LonePage = Readonly<{ kind: TreeKind; rows: readonly TreeRow[] }>

/**
 * Copies rows of pages that torn tables have lost the way to, where they can be of one table alone. Gives how many could
 * not be told.
 */
export async function copyDetached(file: PageFile, { tables, indexes, owned }: Detached): Promise<number> {
  if (tables.length === 0) return 0
  const rest = new Set(lonePages(file, owned))
  // What was copied says more of what others refer to.
  for (let before = -1; before !== rest.size;) {
    before = rest.size
    for (const number of rest) {
      const page = readLonePage(file, number)
      const table = page === null ? null : ownerOf(page, tables, indexes)
      if (page === null || table === null) continue
      rest.delete(number)
      for (const row of page.rows) {
        if (!(await table.writer.put(row))) continue
        table.copied += 1
        table.detached += 1
      }
    }
  }
  return [...rest].reduce((sum, number) => sum + unknownRows(readLonePage(file, number), tables, indexes), 0)
}

function lonePages(file: PageFile, owned: ReadonlySet<number>): readonly number[] {
  const free = freePages(file)
  const found: number[] = []
  for (let page = 2; page <= file.pageCount; page += 1) {
    if (owned.has(page) || free.has(page)) continue
    if ((readLonePage(file, page)?.rows.length ?? 0) > 0) found.push(page)
  }
  return found
}

function candidatesFor({ kind, rows }: LonePage, tables: readonly TornTable[]): readonly TornTable[] {
  return tables.filter(({ writer }) => writer.kind === kind && rows.every((row) => writer.fits(row)))
}

/** The one table whose rows these can be; null where that is not known. */
function ownerOf(
  page: LonePage,
  tables: readonly TornTable[],
  indexes: readonly IndexMatcher[],
): TornTable | null {
  const candidates = candidatesFor(page, tables)
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

function unknownRows(
  page: LonePage | null,
  tables: readonly TornTable[],
  indexes: readonly IndexMatcher[],
): number {
  if (page === null) return 0
  const isEntry =
    page.kind === 'index' && (isOfIndex(page, indexes) || candidatesFor(page, tables).length === 0)
  return isEntry ? 0 : page.rows.length
}
