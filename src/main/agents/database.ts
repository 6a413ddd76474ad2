import { statSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { toSafeString } from '../../shared/kernel/to-safe-string.ts'
import {
  copyToScratch,
  findSpecial,
  readDatabaseState,
  type ScratchCopy,
} from '../platform/files/copy-database.ts'
import { ImportFailure } from './import-failure.ts'
import { isRecord, type Fields } from './json/fields.ts'

/** A database of an agent, open to be read. */
export type AgentDatabase = Readonly<{
  /** Names of its tables. */
  tables: ReadonlySet<string>
  /** Rows of a query; values stand for its question marks. */
  rows(sql: string, ...values: readonly (string | number | null)[]): readonly Fields[]
  /** Whether a query came upon damage by now: what stands behind that may be missing. */
  isDamaged(): boolean
}>

/** The last copy stays for a while: a library reads one session of a database after the other. */
let kept: { readonly path: string; readonly state: string; readonly copy: ScratchCopy } | null = null

/**
 * Reads from a copy of a database with its log, in the folder for temporary files: the agent may be writing, and nothing
 * is ever opened where it lies. Damage in the middle gives what stands before it. Throws `ImportFailure`.
 */
export function readDatabase<Value>(path: string, read: (database: AgentDatabase) => Value): Value {
  const special = findSpecial(path)
  if (special !== null)
    fail(path, `${special.name} beside it is ${special.kind} and no ordinary file`, 'Move it away first.')
  let database: Database.Database | null = null
  try {
    database = new Database(createScratchCopy(path).filePath, { fileMustExist: true })
    const open = database
    dropViews(open)
    let isDamaged = false
    const queryRows: AgentDatabase['rows'] = (sql, ...values) => {
      const read: Fields[] = []
      try {
        for (const row of open.prepare(sql).iterate(...values)) if (isRecord(row)) read.push(row)
      } catch (error) {
        isDamaged ||= isDamage(error)
        if (read.length === 0 || !isDamage(error)) throw error
      }
      return read
    }
    const tables = new Set(
      queryRows("select name from sqlite_schema where type = 'table'").map(({ name }) => toSafeString(name)),
    )
    return read({ tables, rows: queryRows, isDamaged: () => isDamaged })
  } catch (error) {
    if (error instanceof Database.SqliteError) failWith(path, error)
    throw error
  } finally {
    database?.close()
  }
}

/**
 * Takes the views out of a copy. No agent reads its sessions from one, and one under the name of a table may have rows
 * without an end: nobody can stop SQLite while it looks for them.
 */
function dropViews(database: Database.Database): void {
  const views = database.prepare<[], { name: string }>("select name from sqlite_schema where type = 'view'")
  for (const { name } of views.all()) database.exec(`drop view "${name.replaceAll('"', '""')}"`)
}

/**
 * What to do where less than expected was found in a database that has a log beside it: its latest changes stand there, and
 * SQLite passes over what is torn. Null where there is none.
 */
export function logHint(path: string): string | null {
  const log = `${path}-wal`
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  return size === 0
    ? null
    : `Its latest changes stand in ${basename(log)}, which may be torn. Close the agent, so that it writes them into the database, and open it again. If this is a copy, copy both files once more while the agent is closed.`
}

/** Says in plain words what SQLite found. */
function failWith(path: string, error: Error & { readonly code: string }): never {
  const [, what, name] = /^no such (table|column): (\S+)/.exec(error.message) ?? []
  if (name !== undefined)
    fail(
      path,
      what === 'table' ? `it has no table called ${name}` : `one of its tables has no column called ${name}`,
      logHint(path) ?? 'It was written by a version of the agent that stores its sessions in another way.',
      error,
    )
  if (/CORRUPT|NOTADB|IOERR/.test(error.code))
    fail(
      path,
      error.code.includes('NOTADB')
        ? 'it is no database any more: it is cut off, overwritten or encrypted'
        : 'it is damaged where its sessions begin',
      logHint(path) ??
        'The file was left as it is. Open a backup of it, or export the session with the agent itself.',
      error,
    )
  fail(
    path,
    `SQLite says: ${error.message}`,
    'It may be damaged, or of a version that nobody knows here.',
    error,
  )
}

/** Whether a query failed at a damaged place of a database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /CORRUPT|IOERR/.test(error.code)
}

function createScratchCopy(path: string): ScratchCopy {
  const state = readDatabaseState(path)
  if (kept?.path === path && kept.state === state) return kept.copy
  if (kept === null) process.once('exit', () => kept?.copy.remove())
  else kept.copy.remove()
  kept = { path, state, copy: copyToScratch(path) }
  return kept.copy
}

function fail(path: string, reason: string, hint: string, cause?: unknown): never {
  throw new ImportFailure({
    code: 'unreadable',
    message: `The database cannot be read: ${reason}`,
    where: path,
    hint,
    cause,
  })
}
