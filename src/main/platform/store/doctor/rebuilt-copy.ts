import Database from 'better-sqlite3'
import { z } from 'zod'
import { append } from '../../../../shared/kernel/append.ts'
import { makeScratch, writeScratch, type Piece } from '../../files/copy-database.ts'
import { openPageFile, type PageFile } from './page-file.ts'

/** A damaged database as SQLite can open it, in a folder for temporary files. */
export type RebuiltCopy = Readonly<{
  filePath: string
  /** Whether something of the list of tables was lost. */
  isSchemaDamaged: boolean
  isHeadDamaged: boolean
  /** The schema's version as the file states it; null where its head is damaged. */
  version: number | null
  remove(): void
}>

const entrySchema = z.object({
  type: z.enum(['table', 'index', 'trigger', 'view']),
  name: z.string(),
  tbl_name: z.string(),
  rootpage: z.number().nullable(),
  sql: z.string().nullable(),
})
type Entry = z.infer<typeof entrySchema>
type Entries = Readonly<{ entries: readonly Entry[]; isDamaged: boolean }>

/**
 * Copies a damaged database into one file, its log laid over it, with a head and a list of tables that SQLite can read.
 * Salvage reads its rows from there, and the doctor sees in it whether the list of tables is lost; the original is only
 * read. Throws what the file system throws.
 */
export function rebuildCopy(from: string): RebuiltCopy {
  const { filePath, remove } = makeScratch('damaged.sqlite')
  const file = openPageFile(from)
  try {
    writeScratch(filePath, pagesOf(file))
    const own = readEntries(filePath)
    if (own.isDamaged) writeEntries(file, filePath, own.entries)
    const { version, isHeadDamaged } = file
    return { filePath, isSchemaDamaged: own.isDamaged, isHeadDamaged, version, remove }
  } catch (error) {
    remove()
    throw error
  } finally {
    file.close()
  }
}

/** Opens such a copy, whatever its list of tables says. */
export function openRebuilt(filePath: string): Database.Database {
  const database = new Database(filePath)
  database.unsafeMode(true)
  // Entries that SQLite does not understand are left out, and the others are read.
  database.pragma('writable_schema = ON')
  return database
}

/** Pages that the file and its log lack are empty ones. */
function* pagesOf(file: PageFile): Generator<Piece, void> {
  for (let page = 1; page <= file.pageCount; page += 1) {
    const bytes = file.read(page) ?? Buffer.alloc(file.pageSize)
    if (page === 1) bytes.set(usableHead(file, bytes))
    yield { at: (page - 1) * file.pageSize, bytes }
  }
}

const headBytes = 100

/** The head of a file without a log and without free pages (https://www.sqlite.org/fileformat2.html#the_database_header). */
function usableHead({ pageSize, pageCount, isHeadDamaged }: PageFile, found: Buffer): Buffer {
  const head = isHeadDamaged ? Buffer.alloc(headBytes) : Buffer.from(found.subarray(0, headBytes))
  head.write('SQLite format 3\0', 0, 'latin1')
  head.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16)
  head.set([1, 1, 0, 64, 32, 32], 18)
  // The count of pages holds where it is of the last change.
  head.writeUInt32BE(pageCount, 28)
  head.writeUInt32BE(head.readUInt32BE(24), 92)
  head.fill(0, 32, 40)
  head.writeUInt32BE(4, 44)
  head.writeUInt32BE(1, 56)
  return head
}

/** The list of tables as SQLite reads it, from both ends up to what is damaged. */
function readEntries(filePath: string): Entries {
  const entries = new Map<string, Entry>()
  let isDamaged = false
  const database = openRebuilt(filePath)
  try {
    for (const order of ['asc', 'desc']) {
      const sql = `select type, name, tbl_name, rootpage, sql from sqlite_schema order by rowid ${order}`
      for (const row of database.prepare(sql).iterate()) {
        const parsed = entrySchema.safeParse(row)
        if (!parsed.success || !isUnderstood(parsed.data)) isDamaged = true
        if (parsed.success) entries.set(JSON.stringify(parsed.data), parsed.data)
      }
    }
  } catch {
    isDamaged = true
  } finally {
    database.close()
  }
  return { entries: [...entries.values()], isDamaged }
}

/** Whether SQLite takes the statement of a table. */
function isUnderstood({ type, name, sql }: Entry): boolean {
  if (type !== 'table' || name.startsWith('sqlite_') || /^create virtual/i.test(sql ?? '')) return true
  const database = new Database(':memory:')
  try {
    database.exec(sql ?? '')
    return sql !== null
  } catch {
    return false
  } finally {
    database.close()
  }
}

/** Makes the list of tables anew from what is left of it, on pages behind all others. */
function writeEntries(file: PageFile, filePath: string, own: readonly Entry[]): void {
  const entries = Map.groupBy([...own, ...findEntries(file, filePath)], ({ name }) => name)
  writeRoot(filePath, file.pageSize, null)
  const database = openRebuilt(filePath)
  try {
    const insert = database.prepare('insert into sqlite_schema values (?, ?, ?, ?, ?)')
    const kinds = ['table', 'index', 'trigger', 'view']
    const all = [...entries.values()].flatMap((same) => {
      const [first] = same
      // What two pages say different things of belongs to nothing.
      return first !== undefined && same.every(({ rootpage }) => rootpage === first.rootpage) ? [first] : []
    })
    for (const { type, name, tbl_name: table, rootpage, sql } of all.toSorted(
      (a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type),
    ))
      insert.run(type, name, table, rootpage, sql)
  } finally {
    database.close()
  }
}

/** Entries on the pages that look like such of the list of tables, each read by SQLite as if it were the whole list. */
function findEntries(file: PageFile, filePath: string): readonly Entry[] {
  const found: Entry[] = []
  for (let page = 2; page <= file.pageCount; page += 1) {
    const bytes = file.read(page)
    if (bytes?.[0] !== leafByte || !/create (?:unique )?(?:table|index)/i.test(bytes.toString('latin1')))
      continue
    writeRoot(filePath, file.pageSize, page)
    append(found, readEntries(filePath).entries)
  }
  return found
}

const leafByte = 13
const innerByte = 5

/** Makes the first page an empty list, or one that leads to a page alone. */
function writeRoot(filePath: string, pageSize: number, leaf: number | null): void {
  const tree = Buffer.alloc(12)
  tree[0] = leaf === null ? leafByte : innerByte
  tree.writeUInt16BE(pageSize % 65_536, 5)
  tree.writeUInt32BE(leaf ?? 0, 8)
  writeScratch(filePath, [{ at: headBytes, bytes: tree }])
}
