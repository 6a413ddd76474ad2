import Database from 'better-sqlite3'
import { copyFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { walkTree } from '../doctor/b-tree.ts'
import { openPageFile } from '../doctor/page-file.ts'
import { latestVersion, shapeOfVersion } from '../doctor/schema-shape.ts'
import { fullTasks, garbage, overwrite, pageBytes, pagesOfTables, sizeOf } from './damage.ts'

/** A whole database, and a copy of it to be damaged in a folder of its own. */
export type DamageBench = Readonly<{ whole: string; damaged: string; folder: string }>

/** A page of a table that holds rows, or one that only leads to them. */
function pageOf(bench: DamageBench, table: string, kind: 'leaf' | 'inner'): number {
  const pages = [...pagesOfTables(bench.whole)].filter(
    ([, page]) => page.table === table && (kind === 'leaf') === page.rows > 0,
  )
  return pages[Math.floor(pages.length / 2)]![0]
}
const spoilPage = (bench: DamageBench, page: number, bytes = garbage(pageBytes)): void =>
  overwrite(bench.damaged, (page - 1) * pageBytes, bytes)
const rowsOn = (bench: DamageBench, page: number): number => pagesOfTables(bench.whole).get(page)?.rows ?? 0
const rootOf = (index: string): number =>
  shapeOfVersion(latestVersion).indexes.find(({ name }) => name === index)!.root

function change(bench: DamageBench, sql: string): void {
  const database = new Database(bench.damaged)
  database.unsafeMode(true)
  database.pragma('foreign_keys = OFF')
  database.pragma('journal_mode = DELETE')
  database.exec(sql)
  database.close()
}

/** Leaves a log with one transaction for each of ten rows, as a killed process does. */
export function leaveLog(bench: DamageBench): void {
  const other = join(bench.folder, 'writer.sqlite')
  copyFileSync(bench.damaged, other)
  const writer = new Database(other)
  writer.pragma('journal_mode = WAL')
  for (let index = 0; index < 10; index += 1)
    writer.prepare('insert into preferences values (?, ?)').run(`late-${index}`, '1')
  copyFileSync(other, bench.damaged)
  copyFileSync(`${other}-wal`, `${bench.damaged}-wal`)
  writer.close()
}

/** A kind of damage. */
export type DamageCase = readonly [
  name: string,
  damage: (bench: DamageBench) => Record<string, number> | null,
  /** What the doctor finds, with the place. */
  findings: readonly string[],
]

/** Each damages the file and gives the rows that are lost with it, by table; null where that is told elsewhere. */
export const damageCases: readonly DamageCase[] = [
  [
    'whose pages of rows are garbage',
    (bench) => {
      const page = pageOf(bench, 'runs', 'leaf')
      spoilPage(bench, page)
      return { runs: rowsOn(bench, page) }
    },
    ['damaged-pages runs'],
  ],
  [
    'whose pages of rows are zeros',
    (bench) => {
      const page = pageOf(bench, 'tasks', 'leaf')
      spoilPage(bench, page, Buffer.alloc(pageBytes))
      return { tasks: rowsOn(bench, page) }
    },
    ['damaged-pages tasks'],
  ],
  [
    'whose table has lost its root',
    (bench) => {
      spoilPage(bench, pageOf(bench, 'blobs', 'inner'))
      return {}
    },
    ['damaged-pages blobs'],
  ],
  [
    'with garbage in two tables',
    (bench) => {
      const pages = [pageOf(bench, 'survey_kinds', 'leaf'), pageOf(bench, 'library_tasks', 'leaf')] as const
      for (const page of pages) spoilPage(bench, page)
      return { survey_kinds: rowsOn(bench, pages[0]), library_tasks: rowsOn(bench, pages[1]) }
    },
    ['damaged-pages library_tasks', 'damaged-pages survey_kinds'],
  ],
  [
    'with bytes of another magic',
    (bench) => {
      overwrite(bench.damaged, 0, Buffer.from('something else!!'))
      return {}
    },
    ['no-database'],
  ],
  [
    'without a head',
    (bench) => {
      overwrite(bench.damaged, 0, Buffer.alloc(100))
      return {}
    },
    ['no-database'],
  ],
  [
    'whose first page is garbage',
    (bench) => {
      spoilPage(bench, 1)
      return {}
    },
    ['no-database', 'damaged-schema'],
  ],
  [
    'whose list of tables has a statement that is none',
    (bench) => {
      change(
        bench,
        `pragma writable_schema = ON;
      update sqlite_schema set sql = 'create tabl runs' where name = 'runs'`,
      )
      return {}
    },
    ['damaged-schema'],
  ],
  [
    'that lacks a table',
    (bench) => {
      change(bench, 'drop table library_tasks')
      return { library_tasks: fullTasks }
    },
    ['missing-table library_tasks'],
  ],
  [
    'whose table has other columns',
    (bench) => {
      change(
        bench,
        `drop table profiles; create table profiles (id text primary key, name integer) strict;
      insert into profiles values ('work', 5)`,
      )
      return { profiles: 1 }
    },
    ['changed-table profiles'],
  ],
  [
    'that states no schema',
    (bench) => {
      change(bench, 'pragma user_version = 0')
      return {}
    },
    ['no-version'],
  ],
  [
    'that states an earlier schema than it has',
    (bench) => {
      change(bench, 'pragma user_version = 3')
      return {}
    },
    ['wrong-version'],
  ],
  [
    'with a trigger of somebody else',
    (bench) => {
      change(bench, 'create trigger wipe after insert on runs begin delete from tasks; end')
      return {}
    },
    ['foreign-object wipe'],
  ],
  [
    'with a table, a view and an index of somebody else',
    (bench) => {
      change(bench, 'create table notes (x); create view v as select 1; create index i on runs (status, id)')
      return {}
    },
    ['foreign-object notes', 'foreign-object v', 'foreign-object i'],
  ],
  [
    'whose table has another constraint',
    (bench) => {
      change(
        bench,
        `pragma writable_schema = ON;
      update sqlite_schema set sql = replace(sql, 'on delete cascade', '') where name = 'pins'`,
      )
      return {}
    },
    ['changed-table pins'],
  ],
  [
    'whose head states small pages',
    (bench) => {
      overwrite(bench.damaged, 16, Buffer.from([2, 0]))
      return {}
    },
    ['no-database'],
  ],
  [
    'whose head states large pages',
    (bench) => {
      overwrite(bench.damaged, 16, Buffer.from([0, 1]))
      return {}
    },
    ['no-database'],
  ],
  [
    'whose head keeps room on each page',
    (bench) => {
      overwrite(bench.damaged, 20, Buffer.from([40]))
      return {}
    },
    ['damaged-pages tasks', 'damaged-pages runs'],
  ],
  [
    'whose head states a format that is none',
    (bench) => {
      overwrite(bench.damaged, 18, Buffer.from([9, 9]))
      return {}
    },
    ['no-database'],
  ],
  [
    'that was vacuumed, whose first page is zeros',
    (bench) => {
      change(bench, 'vacuum')
      spoilPage(bench, 1, Buffer.alloc(pageBytes))
      return {}
    },
    ['no-database', 'damaged-schema'],
  ],
  [
    'that was vacuumed, without any page of its list of tables',
    (bench) => {
      change(bench, 'vacuum')
      const file = openPageFile(bench.damaged)
      const pages = [...walkTree(file, 1, 'table')].map(({ page }) => page)
      file.close()
      for (const page of pages) spoilPage(bench, page)
      return {}
    },
    ['no-database', 'damaged-schema'],
  ],
  [
    'with rows that were deleted, whose first page is garbage',
    (bench) => {
      change(bench, 'delete from model_calls')
      spoilPage(bench, 1)
      return { model_calls: 2 * fullTasks }
    },
    ['no-database', 'damaged-schema'],
  ],
  [
    'with a row that says what no row can',
    (bench) => {
      change(bench, `update tasks set era = 'unknown' where id = 'task-7'`)
      return { tasks: 1 }
    },
    ['unreadable-rows tasks'],
  ],
  [
    'with changed bytes in the overflow of a task',
    (bench) => {
      const long = JSON.stringify({ problems: [], filler: 'x'.repeat(9000), end: 'here' })
      change(bench, `update tasks set meta = '${long}' where id = 'task-7'`)
      const at = readFileSync(bench.damaged).indexOf('"end":"here"')
      overwrite(bench.damaged, at, Buffer.from('##'))
      return { tasks: 1 }
    },
    ['damaged-json tasks'],
  ],
  [
    'with garbage in an index',
    (bench) => {
      spoilPage(bench, rootOf('runs_by_status'))
      return {}
    },
    ['damaged-index runs_by_status'],
  ],
  [
    'that lacks an index',
    (bench) => {
      change(bench, 'drop index tasks_by_snapshot')
      return {}
    },
    ['missing-index tasks_by_snapshot'],
  ],
  [
    'whose index is not in the list of tables',
    (bench) => {
      change(bench, `pragma writable_schema = ON; delete from sqlite_schema where name = 'runs_by_task'`)
      return {}
    },
    ['missing-index runs_by_task', 'stray-pages'],
  ],
  [
    'whose index has rows that its table has not',
    (bench) => {
      const root = rootOf('model_calls_by_run')
      const hidden = `pragma writable_schema = ON; delete from sqlite_schema where name = 'model_calls_by_run'`
      change(bench, hidden)
      change(bench, 'delete from model_calls where id <= 3')
      change(
        bench,
        `pragma writable_schema = ON; insert into sqlite_schema values ('index', 'model_calls_by_run',
          'model_calls', ${root}, 'CREATE INDEX model_calls_by_run on model_calls (run_id)')`,
      )
      return { model_calls: 3 }
    },
    ['damaged-index model_calls_by_run'],
  ],
  [
    'whose list of free pages is wrong',
    (bench) => {
      change(bench, 'delete from model_calls')
      const file = openPageFile(bench.damaged)
      const { firstFree } = file
      file.close()
      overwrite(bench.damaged, (firstFree! - 1) * pageBytes, Buffer.from([0x7f, 0xff, 0xff, 0xff]))
      return { model_calls: 2 * fullTasks }
    },
    ['damaged-freelist'],
  ],
  [
    'with a blob whose content has changed',
    (bench) => {
      change(
        bench,
        `update blobs set bytes = (select bytes from blobs order by hash desc limit 1)
      where hash = (select min(hash) from blobs)`,
      )
      return { blobs: 1 }
    },
    ['damaged-blobs blobs'],
  ],
  [
    'with a blob whose overflow is garbage',
    (bench) => {
      const source = new Database(bench.damaged)
      const bytes = source
        .prepare('select bytes from blobs order by length(bytes) desc limit 1')
        .pluck()
        .get()
      source.close()
      const at = readFileSync(bench.damaged).indexOf((bytes as Buffer).subarray(-200))
      overwrite(bench.damaged, at, garbage(150))
      return { blobs: 1 }
    },
    ['damaged-blobs blobs'],
  ],
  [
    'with references that lead nowhere',
    (bench) => {
      change(bench, `delete from tasks where id = 'task-7'`)
      return { tasks: 1 }
    },
    ['dangling-references runs', 'dangling-references surveys'],
  ],
  [
    'with JSON that is none',
    (bench) => {
      change(bench, `update preferences set value = '{"dark'`)
      return { preferences: 1 }
    },
    ['damaged-json preferences'],
  ],
  [
    'with a value that is null',
    (bench) => {
      change(
        bench,
        `pragma writable_schema = ON;
      update sqlite_schema set sql = replace(sql, 'name text not null', 'name text') where name = 'profiles'`,
      )
      change(bench, `update profiles set name = null`)
      change(
        bench,
        `pragma writable_schema = ON;
      update sqlite_schema set sql = replace(sql, 'name text,', 'name text not null,') where name = 'profiles'`,
      )
      return { profiles: 1 }
    },
    ['damaged-values profiles'],
  ],
  [
    'that was cut',
    (bench) => {
      const pages = Math.floor(sizeOf(bench.damaged) / pageBytes)
      // What lies behind is told page by page elsewhere.
      truncateSync(bench.damaged, (pages - 5) * pageBytes)
      return null
    },
    ['truncated'],
  ],
  [
    'whose log is damaged in the middle',
    (bench) => {
      leaveLog(bench)
      const at = 32 + 24 + (24 + pageBytes) * 8 + 3000
      overwrite(`${bench.damaged}-wal`, at, garbage(20))
      return null
    },
    ['damaged-log'],
  ],
  [
    'whose log has lost its head',
    (bench) => {
      leaveLog(bench)
      overwrite(`${bench.damaged}-wal`, 0, garbage(32))
      return {}
    },
    ['damaged-log'],
  ],
]
