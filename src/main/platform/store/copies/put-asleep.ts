import Database from 'better-sqlite3'
import { z } from 'zod'
import { policySchema } from '../../../../shared/installation/policy-types.ts'
import type { AsleepKind } from '../../../../shared/kernel/asleep.ts'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import { allowedFoldersKey, allowedFoldersSchema } from '../allowed-folders.ts'
import { createRestoreRefusal } from './restore-refusal.ts'

/** Rows that make Dewpoint act outside of its database. */
type ActingTable = Readonly<{
  kind: AsleepKind
  table: string
  columns: readonly [string, ...string[]]
  /** SQL for what names a row of the kind. */
  id: string
  /** Columns that decide what a row does: one that the replaced database has as well was confirmed on this machine. */
  same: readonly [string, ...string[]]
  /** Whether those of the replaced database stay, whatever the backup has: what is allowed here is said here. */
  stays: boolean
}>

const written = ['id', 'written_ts', 'body'] as const
const actingTables: readonly ActingTable[] = [
  {
    kind: 'key',
    table: 'key_permits',
    columns: ['variable', 'origin'],
    id: `variable || ' ' || origin`,
    same: ['variable', 'origin'],
    stays: true,
  },
  {
    kind: 'arm',
    table: 'arm_permits',
    columns: ['target', 'allowed_ts'],
    id: 'target',
    same: ['target'],
    stays: true,
  },
  {
    kind: 'model',
    table: 'profiles',
    columns: ['id', 'name', 'profile'],
    id: 'id',
    same: ['id', 'name', 'profile'],
    stays: false,
  },
  { kind: 'settings', table: 'written_settings', columns: written, id: 'id', same: written, stays: false },
  { kind: 'session', table: 'written_sessions', columns: written, id: 'id', same: written, stays: false },
  {
    kind: 'watched-folder',
    table: 'library_folders',
    columns: ['path', 'added_ts'],
    id: 'path',
    same: ['path'],
    stays: false,
  },
]

/**
 * Puts everything of a restored database asleep that would act outside of it: which key goes where, what may run, which
 * servers are asked, which files are put back, which folders are read. A row that the replaced database has as well stays
 * awake, and the permits of that one stay. Of the budgets the stricter one holds, and what was spent stays spent. How many
 * things sleep now. Throws `StoreFailure` where a row holds what Dewpoint never writes.
 */
export function putAsleep(database: Database.Database, { from, replaced, now }: Restoring): number {
  const restored = { database, from }
  const before = openReplaced(replaced)
  try {
    database.transaction(() => {
      for (const acting of actingTables) putTableAsleep(restored, before, acting, now)
      putFoldersAsleep(restored, before, now)
      keepBudgets(restored, before)
      keepSpending(restored, before)
      leaveOutUnsoundCalls(database, now)
    })()
    return z.int().parse(database.prepare('select count(*) from asleep').pluck().get())
  } finally {
    before?.close()
  }
}

type Restoring = Readonly<{
  /** Path of the backup. */
  from: string
  /** Path of the database in whose place it comes, which may be gone, damaged or older. */
  replaced: string
  /** Milliseconds since 1970. */
  now: number
}>

/** The copy that is made harmless, and the backup that it is one of. */
type Restored = Readonly<{ database: Database.Database; from: string }>

function openReplaced(path: string): Database.Database | null {
  try {
    return new Database(path, { readonly: true, fileMustExist: true })
  } catch {
    return null
  }
}

const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number()])))
type Row = z.infer<typeof rowsSchema>[number]

/** Rows of the replaced database; none where it cannot be read, or is older than the table. */
function readReplacedRows(database: Database.Database | null, sql: string): readonly Row[] {
  try {
    return rowsSchema.parse(database?.prepare(sql).all() ?? [])
  } catch {
    return []
  }
}

function readRows({ database, from }: Restored, table: string, sql: string): readonly Row[] {
  const parsed = rowsSchema.safeParse(database.prepare(sql).all())
  if (parsed.success) return parsed.data
  throw createRestoreRefusal(from, `in a row of ${table}, ${describeError(parsed.error)}`)
}

function putTableAsleep(
  restored: Restored,
  before: Database.Database | null,
  { kind, table, columns, id, same, stays }: ActingTable,
  now: number,
): void {
  const own = readReplacedRows(before, `select ${columns.join(', ')} from ${table}`)
  const serialiseEffect = (row: Row): string => JSON.stringify(same.map((column) => row[column]))
  const known = new Set(own.map(serialiseEffect))
  const { database } = restored
  const rows = readRows(restored, table, `select ${columns.join(', ')} from ${table}`)
  const idOf = database.prepare(
    `select ${id} from (select ${columns.map((column) => `? as ${column}`).join(', ')})`,
  )
  const add = database.prepare('insert or replace into asleep (kind, id, since_ts, body) values (?, ?, ?, ?)')
  const listColumnValues = (row: Row): readonly unknown[] => columns.map((column) => row[column])
  for (const row of rows.filter((one) => !known.has(serialiseEffect(one))))
    add.run(kind, idOf.pluck().get(listColumnValues(row)), now, JSON.stringify(row))
  database.exec(`delete from ${table}`)
  const put = database.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const awake = stays ? own : rows.filter((one) => known.has(serialiseEffect(one)))
  for (const row of awake) put.run(listColumnValues(row))
}

function putFoldersAsleep(restored: Restored, before: Database.Database | null, now: number): void {
  const sql = `select value from preferences where key = '${allowedFoldersKey}'`
  const read = (rows: readonly Row[]): readonly string[] =>
    rows.flatMap(({ value }) => {
      try {
        return allowedFoldersSchema.parse(JSON.parse(String(value)))
      } catch {
        return []
      }
    })
  const own = read(readReplacedRows(before, sql))
  const { database } = restored
  const add = database.prepare('insert or replace into asleep (kind, id, since_ts, body) values (?, ?, ?, ?)')
  for (const path of read(readRows(restored, 'preferences', sql)))
    if (!own.includes(path)) add.run('folder', path, now, JSON.stringify({ path }))
  database.prepare('delete from preferences where key = ?').run(allowedFoldersKey)
  if (own.length > 0)
    database.prepare('insert into preferences values (?, ?)').run(allowedFoldersKey, JSON.stringify(own))
}

const budgets = ['budgetPerRunUsd', 'budgetPerTaskUsd', 'budgetPerDayUsd'] as const

/** A backup may make the budgets of this machine stricter and not wider. */
function keepBudgets(restored: Restored, before: Database.Database | null): void {
  const sql = `select value from preferences where key = 'policy'`
  const read = (rows: readonly Row[]) => {
    try {
      return policySchema.parse(JSON.parse(String(rows[0]?.value)))
    } catch {
      return policySchema.parse({})
    }
  }
  const own = read(readReplacedRows(before, sql))
  const policy = { ...read(readRows(restored, 'preferences', sql)) }
  const wider = budgets.filter((budget) => (own[budget] ?? Infinity) < (policy[budget] ?? Infinity))
  if (wider.length === 0) return
  for (const budget of wider) policy[budget] = own[budget]
  restored.database
    .prepare(`insert or replace into preferences values ('policy', ?)`)
    .run(JSON.stringify(policy))
}

/** No call costs as much; US dollars. */
const mostUsd = 1e9
const dayMs = 24 * 60 * 60 * 1000

/**
 * Leaves out calls that Dewpoint could not have made, whose sums would be none, and takes those of another day that has not
 * come for ones of now. Spending below nothing would make room under a limit, and spending to come would leave none for ever.
 */
function leaveOutUnsoundCalls(database: Database.Database, now: number): void {
  database
    .prepare(
      'delete from model_calls where abs(ts) = 9e999 or max(worst_case_usd, coalesce(cost_usd, 0)) > ?',
    )
    .run(mostUsd)
  database.prepare('update model_calls set ts = ? where ts > ?').run(now, now + dayMs)
  database.exec(
    'update model_calls set cost_usd = max(cost_usd, 0), worst_case_usd = max(worst_case_usd, 0) where min(worst_case_usd, coalesce(cost_usd, 0)) < 0',
  )
}

const callsSchema = z.array(
  z.looseObject({ id: z.int(), ts: z.number() }).catchall(z.union([z.string(), z.number(), z.null()])),
)

/**
 * Calls of the replaced database count on, as they ended there: an older backup of the same one does not know what was
 * paid for since, and its limits would begin anew. Those of another database have other ids or times.
 */
function keepSpending({ database }: Restored, before: Database.Database | null): void {
  const columns = database.prepare(`select name from pragma_table_info('model_calls')`).pluck().all()
  const same = database.prepare('delete from model_calls where id = ? and ts = ?')
  const isTaken = database.prepare('select 1 from model_calls where id = ?')
  for (const { id, ...call } of readCalls(before)) {
    same.run(id, call.ts)
    const row = isTaken.get(id) === undefined ? { id, ...call } : call
    const names = Object.keys(row).filter((name) => columns.includes(name))
    database
      .prepare(
        `insert into model_calls (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
      )
      .run(row)
  }
}

/** All that was paid for before, in whatever columns; none where the replaced database cannot be read. */
function readCalls(before: Database.Database | null): z.infer<typeof callsSchema> {
  try {
    return callsSchema.parse(before?.prepare('select * from model_calls').all() ?? [])
  } catch {
    return []
  }
}
