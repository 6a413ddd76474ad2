import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolders } from '../../files/make-folder.ts'
import { explainStoreError } from '../database/explain-store-error.ts'
import { applySteps } from '../database/migrate.ts'
import type { Finding, FindingCode } from '../doctor/build-finding.ts'
import { findDamagedBlobs } from '../doctor/examine-content.ts'
import { examineDatabase } from '../doctor/examine-database.ts'
import { readHead } from '../doctor/file-head.ts'
import { migrations } from '../migrations/migrations.ts'
import { removeSearchDatabase } from '../search/open-search-database.ts'
import { StoreFailure } from '../store-failure.ts'
import { countRows, formatPartPath, publish, removePart, readSchemaVersion } from './database-copy.ts'
import { putAsleep } from './put-asleep.ts'
import { createRestoreRefusal } from './restore-refusal.ts'
import { copyDatabase } from './scratch-copy.ts'
import { refuseSpecialBeside } from './special-beside.ts'

/** What came of putting a backup in the place of the database. */
export type Restored = Readonly<{
  /** Schema of the backup, and the present one that it was brought up to. */
  fromVersion: number
  version: number
  rows: Readonly<Record<string, number>>
  /** How many things of it would act outside of the database, and do nothing until somebody confirms them. */
  asleep: number
  /** Where the database that was there before is kept; null where there was none. */
  kept: string | null
  /** What is not as it should be and does not stand in the way: references to rows that were lost, damaged blobs. */
  findings: readonly Finding[]
}>

type Options = Readonly<{
  /** The data folder. */
  folder: string
  /** The backup, which is only read. */
  from: string
  /** Milliseconds since 1970. */
  now: number
}>

/** What a database can live with; the doctor names it. */
const harmless: ReadonlySet<FindingCode> = new Set([
  'older',
  'dangling-references',
  'damaged-blobs',
  'missing-index',
])

/**
 * Puts a backup in the place of the database, once it is known to be whole; what was there is kept beside it. Refuses while
 * another process has the database open. Throws `StoreFailure`.
 */
export async function restore({ folder, from, now }: Options): Promise<Restored> {
  const filePath = join(folder, 'dewpoint.sqlite')
  const part = formatPartPath(filePath)
  try {
    const found = statSync(from, { throwIfNoEntry: false })
    if (found?.isFile() !== true)
      throw createRestoreRefusal(from, found === undefined ? 'it is not there' : 'it is no file')
    refuseSpecialBeside(from)
    checkHead(from, folder)
    makeFolders(folder)
    removePart(part)
    copyDatabase(from, part)
    const findings = await check(part, from)
    const fromVersion = prepare(part)
    const isContentDamaged = findings.some(({ code }) => code === 'damaged-blobs')
    const asleep = await makeHarmless(part, { from, replaced: filePath, isContentDamaged, now })
    const rows = countPartRows(part)
    const kept = replace(filePath, part, now)
    // A cache of other tasks; it is filled again.
    removeSearchDatabase(join(folder, 'search.sqlite'))
    return { fromVersion, version: migrations.at(-1)?.version ?? 0, rows, asleep, kept, findings }
  } catch (error) {
    throw explainStoreError(filePath, error)
  } finally {
    removePart(part)
  }
}

/** How much longer than its head says a file may be: a killed process may not have cut it yet. */
const mostSurplus = 2

/** Looks at the first bytes and the length before anything is copied. Throws `StoreFailure`. */
function checkHead(from: string, folder: string): void {
  const { size } = statSync(from)
  const head = readHead(from)
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw createRestoreRefusal(from, size === 0 ? 'it is empty' : 'it does not begin like a database')
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const stated = head.readUInt32BE(28) * pageSize
  if (stated > 0 && size > mostSurplus * stated + 2 ** 24)
    throw createRestoreRefusal(from, `it has ${size} bytes, and its head says ${stated}`)
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : dirname(folder))
  if (size <= bavail * bsize) return
  throw new StoreFailure({
    code: 'disk-full',
    message: `The disk of the data folder has no room for the backup: ${size} bytes`,
    where: folder,
    hint: 'Make room on it, then restore again. Nothing was changed.',
  })
}

async function check(part: string, from: string): Promise<readonly Finding[]> {
  const { findings } = await examineDatabase(part)
  const newer = findings.find(({ code }) => code === 'newer')
  if (newer !== undefined) {
    throw new StoreFailure({
      code: 'newer',
      message: `The backup was written by a newer Dewpoint (schema ${newer.count})`,
      where: from,
      hint: 'Update Dewpoint, then restore it. Nothing was changed.',
    })
  }
  const fault = findings.find(({ code }) => !harmless.has(code))
  if (fault !== undefined) throw createRestoreRefusal(from, describeFault(fault))
  return findings.filter(({ code }) => code !== 'older')
}

/** Objects of somebody else could change rows while Dewpoint works. */
function describeFault({ code, place, count, details }: Finding): string {
  if (code === 'foreign-object')
    return `the ${details.join()} ${place} is not made by Dewpoint, and only what Dewpoint makes is restored`
  if (code === 'wrong-version')
    return `it states schema ${count}, but its tables are those of schema ${details.join()}`
  return [code, place, ...details].filter(Boolean).join(' ')
}

/** Takes the log into the file and brings the schema up to date. Gives the version that it had. */
function prepare(part: string): number {
  const database = new Database(part)
  try {
    database.pragma('journal_mode = DELETE')
    const version = readSchemaVersion(database)
    applySteps(database, migrations)
    return version
  } finally {
    database.close()
  }
}

type Surroundings = Readonly<{ from: string; replaced: string; isContentDamaged: boolean; now: number }>

/**
 * Leaves contents out that are not what their hash says, so that whoever needs one is told that it is missing and never given
 * something else, and puts asleep what acts outside of the database. How many things sleep.
 */
async function makeHarmless(
  part: string,
  { isContentDamaged, ...surroundings }: Surroundings,
): Promise<number> {
  const database = new Database(part)
  try {
    // Rows that refer to such a content stay.
    database.pragma('foreign_keys = OFF')
    const remove = database.prepare('delete from blobs where hash = ?')
    for (const hash of isContentDamaged ? await findDamagedBlobs(database) : []) remove.run(hash)
    return putAsleep(database, surroundings)
  } finally {
    database.close()
  }
}

function countPartRows(part: string): Readonly<Record<string, number>> {
  const database = new Database(part, { readonly: true })
  try {
    return Object.fromEntries(countRows(database))
  } finally {
    database.close()
  }
}

/** At every moment there is a database of this name. Gives where the one before is kept. */
function replace(filePath: string, part: string, now: number): string | null {
  if (!existsSync(filePath)) {
    publish(part, filePath, { replace: true })
    return null
  }
  const lock = lockAlone(filePath)
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const kept = `${filePath}.replaced-${stamp}`
  try {
    keep(filePath, kept)
    // Windows renames over no file that is open.
    if (process.platform === 'win32') lock?.close()
    // A log of the old database would be taken for one of the new one.
    for (const ending of ['-wal', '-shm']) {
      if (ending === '-wal' && existsSync(`${filePath}-wal`)) renameSync(`${filePath}-wal`, `${kept}-wal`)
      rmSync(`${filePath}${ending}`, { force: true })
    }
    publish(part, filePath, { replace: true })
    return kept
  } finally {
    if (lock?.open === true) lock.close()
  }
}

/** Some disks know no second name for a file. */
function keep(filePath: string, kept: string): void {
  try {
    linkSync(filePath, kept)
  } catch {
    copyFileSync(filePath, kept, constants.COPYFILE_EXCL)
  }
}

/**
 * Holds the database so that nobody else opens it, its log taken in; null for one that is damaged, which nobody can work
 * with. Throws `StoreFailure` (`locked`) while another process has it open.
 */
function lockAlone(filePath: string): Database.Database | null {
  let database: Database.Database | null = null
  try {
    database = new Database(filePath, { timeout: 1000 })
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = DELETE')
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    const failure = explainStoreError(filePath, error)
    if (failure.code === 'corrupt') return null
    if (failure.code !== 'locked') throw failure
    throw new StoreFailure({
      code: 'locked',
      message: 'Another process has the database open',
      where: filePath,
      hint: 'Close every Dewpoint that uses this data folder, then try again. Nothing was changed.',
    })
  }
}
