import { closeSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { StoreFailure } from '../store-failure.ts'

/** Rows of each table by its name. */
export type RowCounts = ReadonlyMap<string, number>

/** What a copy has to agree with: counts of the source from before and after it was copied. */
export type Copied = Readonly<{ version: number; before: RowCounts; after: RowCounts }>

const namesSchema = z.array(z.string())
const versionSchema = z.int()

/** The schema's version as the file states it; 0 for a new one. */
export function readSchemaVersion(database: Database.Database): number {
  return versionSchema.parse(database.pragma('user_version', { simple: true }))
}

/** Counts the rows of every table. Throws what SQLite throws. */
export function countRows(database: Database.Database): RowCounts {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .pluck()
    .all()
  return new Map(
    namesSchema
      .parse(tables)
      .map((name) => [
        name,
        versionSchema.parse(database.prepare(`select count(*) from "${name}"`).pluck().get()),
      ]),
  )
}

/**
 * Whether a file is a whole database: SQLite finds no damage in it, and it agrees with what was copied. Leaves it without
 * a log beside it. Throws `StoreFailure` where it is not, and what SQLite throws.
 */
export function verifyCopy(path: string, { version, before, after }: Copied): RowCounts {
  const copy = new Database(path, { fileMustExist: true })
  try {
    copy.pragma('journal_mode = DELETE')
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw createNotWholeFailure(path, String(found))
    if (readSchemaVersion(copy) !== version)
      throw createNotWholeFailure(path, `schema ${readSchemaVersion(copy)}, not ${version}`)
    const counts = countRows(copy)
    for (const [table, count] of before) {
      const other = after.get(table) ?? count
      const copied = counts.get(table) ?? -1
      // Another process may have written meanwhile.
      if (copied < Math.min(count, other) || copied > Math.max(count, other))
        throw createNotWholeFailure(path, `${Math.max(copied, 0)} of ${count} rows of ${table}`)
    }
    return counts
  } finally {
    copy.close()
  }
}

function createNotWholeFailure(where: string, what: string): StoreFailure {
  return new StoreFailure({
    code: 'failed',
    message: `The copy of the database is not whole: ${what}`,
    where,
    hint: 'Nothing else was changed. Check the disk with `dewpoint doctor`, then try again.',
  })
}

/** A name beside a file for what becomes it once it is whole. */
export function formatPartPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.part`)
}

/**
 * Gives a finished part the name of the whole, once the disk has it. What has that name is replaced only where asked.
 * Throws what the file system throws; `EEXIST` where the name is taken.
 */
export function publish(part: string, path: string, { replace }: Readonly<{ replace: boolean }>): void {
  sync(part)
  if (replace) renameSync(part, path)
  else {
    linkSync(part, path)
    rmSync(part)
  }
  syncFolder(dirname(path))
}

/** Removes a part with what SQLite keeps beside it. */
export function removePart(part: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true })
}

const partName = /\.(\d+)\.part(?:-journal|-wal|-shm)?$/

/** Removes what killed processes left of copies of a database in its folder. */
export function removeLeftParts(filePath: string, isProcessAlive: (processId: number) => boolean): void {
  const folder = dirname(filePath)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`.${basename(filePath)}`)) continue
    const [, processId] = partName.exec(name) ?? []
    if (processId === undefined || isProcessAlive(Number(processId))) continue
    rmSync(join(folder, name), { force: true })
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A new name is safe once its folder is; Windows has no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
