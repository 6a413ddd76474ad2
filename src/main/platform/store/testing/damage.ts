import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { readShape } from '../doctor/schema-shape.ts'
import { writeOldDatabase } from './old-database.ts'

/** Rows as comparable texts, by table. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>

/** Tasks in a full database; each has two runs and three blobs. */
export const fullTasks = 120

const profile = JSON.stringify({
  id: 'work',
  name: 'Work',
  vendor: 'anthropic',
  model: 'small',
  windowTokens: 200_000,
  maxOutputTokens: 8000,
})

/** Makes a database of the present schema with rows in tables of both kinds, on many pages. */
export function writeFullDatabase(filePath: string, version: number): void {
  writeOldDatabase(filePath, { version, tasks: fullTasks, charsEach: 6000 })
  const database = new Database(filePath)
  database.exec(`
    insert into surveys select id, snapshot_sha256, 1, 5, 4 from tasks;
    insert into survey_kinds select tasks.id, kind.value, length(tasks.id) from tasks,
      json_each('["user-text","assistant-text","tool-call","tool-result","reasoning"]') kind;
    insert into model_calls (ts, profile_id, model, run_id, worst_case_usd)
      select started_ts, 'work', 'small', id, 0.25 from runs;
    insert into profiles values ('work', 'Work', '${profile}');
    insert into prompts values ('short', 'Short', 'conversation');
    insert into prompt_versions values ('short', 1, 'Be short.', '', 1);`)
  database.close()
}

/** All rows that SQLite reads from an undamaged database. */
export function readAllRows(filePath: string): Rows {
  const database = new Database(filePath, { readonly: true })
  try {
    return new Map(
      readShape(database).tables.map(({ name }) => {
        const rows = database.prepare(`select * from "${name}"`).raw(true).safeIntegers(false).all()
        return [name, new Set(rows.map(serialiseRow))]
      }),
    )
  } finally {
    database.close()
  }
}

function serialiseRow(row: unknown): string {
  return JSON.stringify(row)
}

/** Pages of the tables of an undamaged database: of what table, and whether they hold rows. */
export function pagesOfTables(
  filePath: string,
): ReadonlyMap<number, { readonly table: string; readonly rows: number }> {
  const database = new Database(filePath, { readonly: true })
  try {
    const pages = new Map<number, { table: string; rows: number }>()
    for (const { name, isByKey } of readShape(database).tables) {
      for (const { pageno, pagetype, ncell } of treePages(database, name))
        pages.set(pageno, { table: name, rows: pagetype === 'leaf' || isByKey ? ncell : 0 })
    }
    return pages
  } finally {
    database.close()
  }
}

const treePagesSchema = z.array(
  z.object({ pageno: z.number(), pagetype: z.enum(['leaf', 'internal']), ncell: z.number() }),
)

/** Pages of the tree of a table, as SQLite sees them; those of the list of tables for `sqlite_schema`. */
export function treePages(database: Database.Database, table: string): z.infer<typeof treePagesSchema> {
  const sql = `select pageno, pagetype, ncell from dbstat where name = ? and pagetype <> 'overflow'`
  return treePagesSchema.parse(database.prepare(sql).all(table))
}

export const pageBytes = 4096

/** Writes bytes over a place of a file. */
export function overwrite(filePath: string, at: number, bytes: Uint8Array): void {
  const file = openSync(filePath, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

/** Bytes that look like nothing, the same each time. */
export function garbage(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 73 + 41) % 251))
}

export const measureFile = (filePath: string): number => statSync(filePath).size
