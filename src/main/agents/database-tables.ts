import { toSafeString } from '../../shared/kernel/to-safe-string.ts'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import type { Companion } from '../platform/files/companions.ts'
import type { Agent, SessionHead, SessionStore } from './agent.ts'
import { isDamage, readDatabase, type AgentDatabase } from './database.ts'
import type { FileHead } from './file-head.ts'
import { ImportFailure } from './import-failure.ts'
import { isDatabase } from './packed-file.ts'
import type { ParsedSource } from './parsed-source.ts'

/** Columns by which tables are known. */
export type KnownTables = Readonly<Record<string, readonly string[]>>

/** Whether the beginning of a database describes these tables, as its first pages do. */
export function describesTables({ bytes, text }: FileHead, wanted: KnownTables): boolean {
  return (
    isDatabase(bytes) &&
    Object.entries(wanted).every(([table, columns]) => {
      const begins = new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?["'\`[]?${table}["'\`\\]]?\\s*\\(`, 'gi')
      return [...text.matchAll(begins)].some(({ index }) => {
        const statement = readStatement(text, index)
        return columns.every((column) => new RegExp(`\\b${column}\\b`).test(statement))
      })
    })
  )
}

/** Statements stand in a page without anything between them: one ends where its bracket is closed. */
function readStatement(text: string, start: number): string {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** How an agent finds its sessions that keeps all of them in databases with these tables. */
export function createDatabaseAccess(
  wanted: KnownTables,
  list: (database: AgentDatabase) => readonly SessionHead[],
): Pick<Agent, 'endings' | 'recognises' | 'detect' | 'sessions' | 'companions'> {
  return {
    endings: ['.db'],
    recognises: (head) => describesTables(head, wanted),
    detect: (source) => hasTables(source, wanted),
    sessions: createSessionStore(list),
    companions: [databaseLog],
  }
}

/** The sessions of a database; other files of the same format are a session themselves. */
export function createSessionStore(list: (database: AgentDatabase) => readonly SessionHead[]): SessionStore {
  return {
    canHoldSeveral: ({ bytes }) => isDatabase(bytes),
    list: async ({ realPath }) => readDatabase(realPath, list),
  }
}

/** The log in which the latest changes of a database stand until it takes them over. */
export const databaseLog: Companion = { of: '.db', are: ['.db-wal'] }

/** Whether a source is a database with these tables. Throws `ImportFailure` where it is a database that cannot be read. */
export function hasTables(source: ParsedSource, wanted: KnownTables): boolean {
  const bytes = source.kind === 'file' ? source.head()?.bytes : undefined
  if (bytes === undefined || !isDatabase(bytes)) return false
  if (source.realPath === '') failWithoutPath(source)
  return readDatabase(source.realPath, (database) =>
    Object.entries(wanted).every(([table, columns]) => {
      const own = listColumns(database, table)
      return columns.every((column) => own.has(column))
    }),
  )
}

/** Names of the columns of a table; none where it is not there. */
export function listColumns({ rows }: AgentDatabase, table: string): ReadonlySet<string> {
  return new Set(rows('select name from pragma_table_info(?)', table).map(({ name }) => toSafeString(name)))
}

type Row = ReturnType<AgentDatabase['rows']>[number]

/** Rows of a table with a value in a column. Where an index of it is damaged, those that a walk through the table finds. */
export function selectRowsWhere(
  { rows }: AgentDatabase,
  table: string,
  column: string,
  value: string,
): readonly Row[] {
  return readOrReplace(
    () => rows(`select rowid as place, * from ${table} where ${column} = ?`, value),
    () =>
      readOrReplace(
        () => rows(`select rowid as place, * from ${table} not indexed where ${column} = ?`, value),
        () => [],
      ),
  )
}

/** Whether a table has a row with a value in a column; false where damage hides it. */
export function hasRow({ rows }: AgentDatabase, table: string, column: string, value: string): boolean {
  const found = readOrReplace(
    () => rows(`select 1 from ${table} where ${column} = ? limit 1`, value),
    () => [],
  )
  return found.length > 0
}

/** All rows of a table; none where nothing of it can be read. */
export function selectRows({ rows }: AgentDatabase, table: string): readonly Row[] {
  return readOrReplace(
    () => rows(`select * from ${table}`),
    () => [],
  )
}

/** Rows of a table counted by a column, with the latest of others; none where nothing of it can be read. */
export function groupRows(
  { rows }: AgentDatabase,
  table: string,
  column: string,
  latest: readonly string[],
): readonly Row[] {
  const maxima = latest.map((name) => `max(${name}) as ${name}`)
  const grouped = ['count(*) as count', ...maxima].join(', ')
  return readOrReplace(
    () => rows(`select ${column} as id, ${grouped} from ${table} group by ${column}`),
    () => {
      const found = readOrReplace(
        () => rows(`select ${[column, ...latest].join(', ')} from ${table} not indexed`),
        () => [],
      )
      return [...Map.groupBy(found, (row) => row[column])].map(([id, own]) => ({
        id,
        count: own.length,
        ...Object.fromEntries(latest.map((name) => [name, own.map((row) => row[name]).reduce(pickLarger)])),
      }))
    },
  )
}

function pickLarger(a: unknown, b: unknown): unknown {
  return typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : (b ?? a)
}

function readOrReplace<Value>(read: () => Value, instead: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return instead()
    throw error
  }
}

/** What is lost of a session in a database, at its key. */
export function buildLosses(
  source: ParsedSource,
  key: string,
  reasons: readonly string[],
): readonly ImportProblem[] {
  return reasons.map((reason) => ({ file: source.only().name, place: key, reason, severity: 'error' }))
}

/** What is to be said of a database that is damaged; nothing of one that is whole, as far as it was read. */
export function describeDamage({ isDamaged }: AgentDatabase): readonly string[] {
  return isDamaged() ? ['the database is damaged, and what stands behind the damage is missing'] : []
}

function failWithoutPath({ name }: ParsedSource): never {
  throw new ImportFailure({
    code: 'unreadable',
    message: `${name} is a database, which can only be read where it lies`,
    where: name,
    hint: 'Choose the file by its path, or its folder, instead of dropping it.',
  })
}
