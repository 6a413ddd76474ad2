import { readFileSync } from 'node:fs'
import { change, findTablePage, rowsOn, spoilPage, type DamageCase } from './damage-bench.ts'
import { fullTasks, overwrite, pageBytes } from './damage.ts'

/** Damage to pages of tables, to the head and to the list of tables; each gives the rows that are lost with it, by table. */
export const schemaDamageCases: readonly DamageCase[] = [
  [
    'whose pages of rows are garbage',
    (bench) => {
      const page = findTablePage(bench, 'runs', 'leaf')
      spoilPage(bench, page)
      return { runs: rowsOn(bench, page) }
    },
    ['damaged-pages runs'],
  ],
  [
    'whose pages of rows are zeros',
    (bench) => {
      const page = findTablePage(bench, 'tasks', 'leaf')
      spoilPage(bench, page, Buffer.alloc(pageBytes))
      return { tasks: rowsOn(bench, page) }
    },
    ['damaged-pages tasks'],
  ],
  [
    'whose table has lost its root',
    (bench) => {
      spoilPage(bench, findTablePage(bench, 'blobs', 'inner'))
      // SQLite finds no way to the rows, which are all on other pages.
      return { blobs: 3 * fullTasks }
    },
    ['damaged-pages blobs'],
  ],
  [
    'with garbage in two tables',
    (bench) => {
      const pages = [
        findTablePage(bench, 'survey_kinds', 'leaf'),
        findTablePage(bench, 'library_tasks', 'leaf'),
      ] as const
      for (const page of pages) spoilPage(bench, page)
      return { survey_kinds: rowsOn(bench, pages[0]), library_tasks: rowsOn(bench, pages[1]) }
    },
    ['damaged-pages library_tasks', 'damaged-pages survey_kinds'],
  ],
  [
    'with bytes of another magic',
    (bench) => {
      overwrite(bench.damaged, 0, Buffer.from('something else!!'))
      return 'corrupt'
    },
    ['no-database'],
  ],
  [
    'without a head',
    (bench) => {
      overwrite(bench.damaged, 0, Buffer.alloc(100))
      return 'corrupt'
    },
    ['no-database'],
  ],
  [
    'whose first page is garbage',
    (bench) => {
      spoilPage(bench, 1)
      return 'corrupt'
    },
    ['no-database'],
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
      return 'corrupt'
    },
    ['damaged-schema'],
  ],
  [
    'whose head states large pages',
    (bench) => {
      overwrite(bench.damaged, 16, Buffer.from([0, 1]))
      return 'corrupt'
    },
    ['damaged-schema'],
  ],
  [
    'whose head keeps room on each page',
    (bench) => {
      overwrite(bench.damaged, 20, Buffer.from([40]))
      // What lies at the end of a page is read from another place.
      return null
    },
    ['damaged-pages tasks', 'damaged-pages runs'],
  ],
  [
    'whose head states a format that is none',
    (bench) => {
      overwrite(bench.damaged, 18, Buffer.from([9, 9]))
      return 'corrupt'
    },
    ['no-database'],
  ],
  [
    'that was vacuumed, whose first page is zeros',
    (bench) => {
      change(bench, 'vacuum')
      spoilPage(bench, 1, Buffer.alloc(pageBytes))
      return 'corrupt'
    },
    ['no-database'],
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
]
