import { readFileSync, truncateSync } from 'node:fs'
import Database from 'better-sqlite3'
import { change, leaveLog, findIndexRoot, spoilPage, type DamageCase } from './damage-bench.ts'
import { fullTasks, garbage, overwrite, pageBytes, measureFile } from './damage.ts'

/** Damage to indexes, values, references and the log, each with the rows lost by table. Null where another case counts them. */
export const damageCases: readonly DamageCase[] = [
  [
    'with garbage in an index',
    (bench) => {
      spoilPage(bench, findIndexRoot('runs_by_status'))
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
      const root = findIndexRoot('model_calls_by_run')
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
      const firstFree = readFileSync(bench.damaged).readUInt32BE(32)
      overwrite(bench.damaged, (firstFree - 1) * pageBytes, Buffer.from([0x7f, 0xff, 0xff, 0xff]))
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
      const pages = Math.floor(measureFile(bench.damaged) / pageBytes)
      // What lies behind is reported page by page elsewhere.
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
