import Database from 'better-sqlite3'
import { z } from 'zod'
import { runStatuses } from '../../../../shared/condense/run-types.ts'
import { experimentStatuses } from '../../../../shared/experiments/experiment-types.ts'
import { asleepKinds } from '../../../../shared/kernel/asleep.ts'
import { findLargest, findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { partKinds } from '../../../../shared/kernel/part.ts'
import { toolErasSchema } from '../../../../shared/library/task-types.ts'
import { promptPurposes } from '../../../../shared/prompts/prompt-types.ts'
import { unpackCell } from '../database/packed-cell.ts'
import { jsonColumns, type SchemaShape, type TableShape } from './schema-shape.ts'

/** What became of the rows of a table. */
export type SalvagedTable = Readonly<{
  table: string
  copied: number
  /** Rows that are known to be missing: the table or an index counts them. */
  lost: number
  /** Whether those are all: nothing of the table is out of reach, or an undamaged index counts its rows. */
  isCounted: boolean
  /** Whether a part of the table cannot be reached, so that more may be lost. */
  isTorn: boolean
}>

/**
 * Copies what can be read of a table of an attached database, `damaged`, into the new one. Where the table cannot be read in
 * one go, it is read around the damage. For salvage, which has given the connection `is_unpackable`.
 */
export function copyTable(
  database: Database.Database,
  target: TableShape,
  { tables, indexes }: SchemaShape,
): SalvagedTable {
  const table = target.name
  const source = tables.find(({ name }) => name === table)
  if (source === undefined) return { table, copied: 0, lost: 0, isCounted: false, isTorn: true }
  const names = source.columns.map(({ name }) => name)
  const shared = target.columns.map(({ name }) => name).filter((name) => names.includes(name))
  const columns = shared.map((name) => `"${name}"`).join()
  const conditions = ['true', ...shared.flatMap((name) => conditionsOf(table, name))].join(' and ')
  const from = `from damaged."${table}" not indexed`
  const insertFrom = (rows: string): string =>
    `insert or ignore into main."${table}" (${columns}) select ${columns} ${rows} where ${conditions}`
  const counts = indexes
    .filter((index) => index.table === table && !index.isPartial)
    .map(({ name }) => measureRows(database, `from damaged."${table}" indexed by "${name}"`, source))
    .filter((count) => count !== null)
  const whole = tryRun(database, insertFrom(from), [])
  const own = whole === null ? null : measureRows(database, from, source)
  const isTorn = whole === null || own === null
  const copied = !isTorn
    ? whole
    : source.isByKey
      ? copyByKey(database, source, insertFrom)
      : copyByRanges(database, insertFrom(from), findBounds(database, from, counts))
  const rows = findLargest(
    [...counts, ...(own === null ? [] : [own])].map((count) => count.rows),
    copied,
  )
  return { table, copied, lost: rows - copied, isCounted: !isTorn || counts.length > 0, isTorn }
}

type Rows = Readonly<{ rows: number; lowest: number; highest: number }>

const rowsSchema = z.object({
  rows: z.number(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
})

/** How many rows a table or an index of it holds and between which numbers; null where not all of them can be read. */
function measureRows(database: Database.Database, from: string, { isByKey }: TableShape): Rows | null {
  // SQLite counts in the smallest index where nothing but the count is asked for.
  const number = isByKey ? '1' : 'rowid'
  const sql = `select count(*) as rows, min(${number}) as lowest, max(${number}) as highest ${from}`
  const found = attempt(() => rowsSchema.parse(database.prepare(sql).get()))
  return found === null ? null : { ...found, lowest: found.lowest ?? 0, highest: found.highest ?? 0 }
}

type Range = Readonly<{ low: number; high: number }>

/** So many numbers are tried where nothing says how far those of a table go, and so many reads may fail. */
const mostTries = 10_000

/** Between which numbers the rows of a torn table lie. */
function findBounds(database: Database.Database, from: string, counts: readonly Rows[]): Range {
  const forward = readNumbers(database, `select rowid ${from} order by rowid`)
  const backward = readNumbers(database, `select rowid ${from} order by rowid desc`)
  const lowest = [...forward.slice(0, 1), ...counts.map((count) => count.lowest)]
  const highest = [...backward.slice(0, 1), ...counts.map((count) => count.highest)]
  return {
    low: lowest.length > 0 ? findSmallest(lowest) : (backward.at(-1) ?? mostTries) - mostTries,
    high: highest.length > 0 ? findLargest(highest) : (forward.at(-1) ?? 0) + mostTries,
  }
}

/** Row numbers up to the first damage. */
function readNumbers(database: Database.Database, sql: string): readonly number[] {
  const numbers: number[] = []
  attempt(() => {
    for (const number of database.prepare(sql).pluck().iterate()) numbers.push(z.int().parse(number))
  })
  return numbers
}

/** Halves ranges that cannot be read, the large ones first, down to single rows, which are left out. */
function copyByRanges(database: Database.Database, insert: string, bounds: Range): number {
  const inRange = database.prepare(
    `${insert} and rowid between cast(:low as integer) and cast(:high as integer)`,
  )
  // To read a range, SQLite also looks at what comes behind it.
  const one = database.prepare(`${insert} and rowid = cast(:low as integer)`)
  const open: Range[] = [bounds]
  let copied = 0
  let failures = 0
  for (const { low, high } of open) {
    const rows = attempt(() => (low === high ? one.run({ low }).changes : inRange.run({ low, high }).changes))
    copied += rows ?? 0
    if (rows !== null || low >= high) continue
    failures += 1
    // Damage that claims numbers without end is given up.
    if (failures > mostTries) break
    const middle = low + Math.floor((high - low) / 2)
    open.push({ low, high: middle }, { low: middle + 1, high })
  }
  return copied
}

/** Tables without row numbers are read by key from both ends, up to what is damaged. */
function copyByKey(
  database: Database.Database,
  table: TableShape,
  insertFrom: (rows: string) => string,
): number {
  const key = table.columns
    .filter(({ keyPlace }) => keyPlace > 0)
    .toSorted((a, b) => a.keyPlace - b.keyPlace)
    .map(({ name }) => `"${name}"`)
  const from = `from damaged."${table.name}"`
  const one = `${insertFrom(from)} and ${key.map((name) => `${name} = ?`).join(' and ')}`
  let copied = 0
  for (const order of ['asc', 'desc']) {
    const inOrder = `order by ${key.map((name) => `${name} ${order}`).join()}`
    const keys: unknown[][] = []
    attempt(() => {
      for (const row of database.prepare(`select ${key.join()} ${from} ${inOrder}`).raw().iterate())
        keys.push(z.array(z.unknown()).parse(row))
    })
    for (const values of keys) copied += tryRun(database, one, values) ?? 0
    // The row beside a damaged page is found from its neighbour, not by its key.
    const last = insertFrom(`from (select * ${from} ${inOrder} limit 1 offset ${keys.length - 1})`)
    if (keys.length > 0) copied += tryRun(database, last, []) ?? 0
  }
  return copied
}

function tryRun(database: Database.Database, sql: string, values: readonly unknown[]): number | null {
  return attempt(() => database.prepare(sql).run(values).changes)
}

/** Null for what damage keeps from being read, or the new table from being taken in. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (
      error instanceof Database.SqliteError &&
      /^SQLITE_(?:CORRUPT|CONSTRAINT|NOTADB|ERROR|MISMATCH)/.test(error.code)
    )
      return null
    throw error
  }
}

/** Texts that a column can hold, where there are few. A row with another one is read by nobody. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'tasks.era': toolErasSchema.options,
  'runs.status': runStatuses,
  'experiments.status': experimentStatuses,
  'cells.status': ['done', 'failed'],
  'prompts.purpose': promptPurposes,
  'replays.kind': ['replay', 'drift'],
  'survey_kinds.kind': partKinds,
  'asleep.kind': asleepKinds,
}

/** What has to hold of a column for the row to be taken in. */
function conditionsOf(table: string, column: string): readonly string[] {
  const options = choices[`${table}.${column}`]
  return [
    ...(jsonColumns[table]?.includes(column) === true ? [`json_valid(coalesce("${column}", 'null'))`] : []),
    ...(options === undefined
      ? []
      : [`coalesce("${column}", '${options[0] ?? ''}') in ('${options.join("', '")}')`]),
    ...(table === 'cells' && column === 'packed' ? ['is_unpackable("packed")'] : []),
  ]
}

/** The function `is_unpackable` of SQL. Cells of older versions have nothing packed. */
export function isUnpackable(value: unknown): 0 | 1 {
  if (!Buffer.isBuffer(value)) return value === null ? 1 : 0
  try {
    JSON.parse(unpackCell(value))
    return 1
  } catch {
    return 0
  }
}
