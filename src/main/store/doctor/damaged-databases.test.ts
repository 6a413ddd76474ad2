import Database from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fullTasks,
  garbage,
  overwrite,
  pageBytes,
  pagesOfTables,
  rowsIn,
  sizeOf,
  writeFullDatabase,
  type Rows,
} from '../testing/damage.ts'
import { examineDatabase } from './examine-database.ts'
import { openPageFile } from './page-file.ts'
import { salvage } from './salvage.ts'
import { latestVersion, shapeOfVersion } from './schema-shape.ts'

let all = ''
let folder = ''
const whole = (): string => join(all, 'whole.sqlite')
const damaged = (): string => join(folder, 'dewpoint.sqlite')
const saved = (): string => join(folder, 'saved.sqlite')

beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'dewpoint-damaged-'))
  writeFullDatabase(whole(), latestVersion)
})
afterAll(() => rmSync(all, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-damaged-'))
  copyFileSync(whole(), damaged())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A page of a table that holds rows, or one that only leads to them. */
function pageOf(table: string, kind: 'leaf' | 'inner'): number {
  const pages = [...pagesOfTables(whole())].filter(
    ([, page]) => page.table === table && (kind === 'leaf') === page.rows > 0,
  )
  return pages[Math.floor(pages.length / 2)]![0]
}
const spoilPage = (page: number, bytes = garbage(pageBytes)): void =>
  overwrite(damaged(), (page - 1) * pageBytes, bytes)
const rowsOn = (page: number): number => pagesOfTables(whole()).get(page)?.rows ?? 0
const rootOf = (index: string): number =>
  shapeOfVersion(latestVersion).indexes.find(({ name }) => name === index)!.root

function change(sql: string): void {
  const database = new Database(damaged())
  database.unsafeMode(true)
  database.pragma('foreign_keys = OFF')
  database.pragma('journal_mode = DELETE')
  database.exec(sql)
  database.close()
}

/** Leaves a log with one transaction for each of ten rows, as a killed process does. */
function leaveLog(): void {
  const other = join(folder, 'writer.sqlite')
  copyFileSync(damaged(), other)
  const writer = new Database(other)
  writer.pragma('journal_mode = WAL')
  for (let index = 0; index < 10; index += 1)
    writer.prepare('insert into preferences values (?, ?)').run(`late-${index}`, '1')
  copyFileSync(other, damaged())
  copyFileSync(`${other}-wal`, `${damaged()}-wal`)
  writer.close()
}

/** Rows that are in one and not in the other, by table. */
function missing(one: Rows, other: Rows): Record<string, number> {
  return Object.fromEntries(
    [...one]
      .map(([table, rows]) => [table, [...rows].filter((row) => other.get(table)?.has(row) !== true).length])
      .filter(([, rows]) => rows !== 0),
  )
}

/** Hashes of all files but the index of a log, which its readers make. */
function contents(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('-shm'))
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )
}

type Case = readonly [
  name: string,
  damage: () => Record<string, number> | undefined,
  /** What the doctor finds, with the place. */
  findings: readonly string[],
]

/** Each damages the file and gives the rows that are lost with it, by table. */
const cases: readonly Case[] = [
  [
    'whose pages of rows are garbage',
    () => {
      const page = pageOf('runs', 'leaf')
      spoilPage(page)
      return { runs: rowsOn(page) }
    },
    ['damaged-pages runs'],
  ],
  [
    'whose pages of rows are zeros',
    () => {
      const page = pageOf('tasks', 'leaf')
      spoilPage(page, Buffer.alloc(pageBytes))
      return { tasks: rowsOn(page) }
    },
    ['damaged-pages tasks'],
  ],
  [
    'whose table has lost its root',
    () => {
      spoilPage(pageOf('blobs', 'inner'))
      return {}
    },
    ['damaged-pages blobs'],
  ],
  [
    'with garbage in two tables',
    () => {
      const pages = [pageOf('survey_kinds', 'leaf'), pageOf('library_tasks', 'leaf')] as const
      for (const page of pages) spoilPage(page)
      return { survey_kinds: rowsOn(pages[0]), library_tasks: rowsOn(pages[1]) }
    },
    ['damaged-pages library_tasks', 'damaged-pages survey_kinds'],
  ],
  [
    'with bytes of another magic',
    () => {
      overwrite(damaged(), 0, Buffer.from('something else!!'))
      return {}
    },
    ['no-database'],
  ],
  [
    'without a head',
    () => {
      overwrite(damaged(), 0, Buffer.alloc(100))
      return {}
    },
    ['no-database'],
  ],
  [
    'whose first page is garbage',
    () => {
      spoilPage(1)
      return {}
    },
    ['no-database', 'damaged-schema'],
  ],
  [
    'whose list of tables has a statement that is none',
    () => {
      change(`pragma writable_schema = ON;
      update sqlite_schema set sql = 'create tabl runs' where name = 'runs'`)
      return {}
    },
    ['damaged-schema'],
  ],
  [
    'that lacks a table',
    () => {
      change('drop table library_tasks')
      return { library_tasks: fullTasks }
    },
    ['missing-table library_tasks'],
  ],
  [
    'whose table has other columns',
    () => {
      change(`drop table profiles; create table profiles (id text primary key, name integer) strict;
      insert into profiles values ('work', 5)`)
      return { profiles: 1 }
    },
    ['changed-table profiles'],
  ],
  [
    'that states no schema',
    () => {
      change('pragma user_version = 0')
      return {}
    },
    ['no-version'],
  ],
  [
    'with garbage in an index',
    () => {
      spoilPage(rootOf('runs_by_status'))
      return {}
    },
    ['damaged-index runs_by_status'],
  ],
  [
    'that lacks an index',
    () => {
      change('drop index tasks_by_snapshot')
      return {}
    },
    ['missing-index tasks_by_snapshot'],
  ],
  [
    'whose index misses a row',
    () => {
      change(`pragma writable_schema = ON;
      create table other (x); update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'other')
        where name = 'other'`)
      const index = new Database(damaged())
      index.unsafeMode(true)
      index.pragma('journal_mode = DELETE')
      index.exec(
        `drop table other; pragma writable_schema = ON; delete from sqlite_schema where name = 'runs_by_task'`,
      )
      index.close()
      return {}
    },
    ['missing-index runs_by_task', 'stray-pages'],
  ],
  [
    'whose list of free pages is wrong',
    () => {
      change('delete from model_calls')
      const file = openPageFile(damaged())
      const { firstFree } = file
      file.close()
      overwrite(damaged(), (firstFree - 1) * pageBytes, Buffer.from([0x7f, 0xff, 0xff, 0xff]))
      return { model_calls: 2 * fullTasks }
    },
    ['damaged-freelist'],
  ],
  [
    'with a blob whose content has changed',
    () => {
      change(`update blobs set bytes = (select bytes from blobs order by hash desc limit 1)
      where hash = (select min(hash) from blobs)`)
      return { blobs: 1 }
    },
    ['damaged-blobs blobs'],
  ],
  [
    'with a blob whose overflow is garbage',
    () => {
      const source = new Database(damaged())
      const bytes = source
        .prepare('select bytes from blobs order by length(bytes) desc limit 1')
        .pluck()
        .get()
      source.close()
      const at = readFileSync(damaged()).indexOf((bytes as Buffer).subarray(-200))
      overwrite(damaged(), at, garbage(150))
      return { blobs: 1 }
    },
    ['damaged-blobs blobs'],
  ],
  [
    'with references that lead nowhere',
    () => {
      change(`delete from tasks where id = 'task-7'`)
      return { tasks: 1 }
    },
    ['dangling-references runs', 'dangling-references surveys'],
  ],
  [
    'with JSON that is none',
    () => {
      change(`update preferences set value = '{"dark'`)
      return { preferences: 1 }
    },
    ['damaged-json preferences'],
  ],
  [
    'with a value that is null',
    () => {
      change(`pragma writable_schema = ON;
      update sqlite_schema set sql = replace(sql, 'name text not null', 'name text') where name = 'profiles'`)
      change(`update profiles set name = null`)
      change(`pragma writable_schema = ON;
      update sqlite_schema set sql = replace(sql, 'name text,', 'name text not null,') where name = 'profiles'`)
      return { profiles: 1 }
    },
    ['damaged-values profiles'],
  ],
  [
    'that was cut',
    () => {
      const pages = Math.floor(sizeOf(damaged()) / pageBytes)
      // What lies behind is told page by page elsewhere.
      truncateSync(damaged(), (pages - 5) * pageBytes)
      return undefined
    },
    ['truncated'],
  ],
  [
    'whose log is damaged in the middle',
    () => {
      leaveLog()
      const at = 32 + 24 + (24 + pageBytes) * 8 + 3000
      overwrite(`${damaged()}-wal`, at, garbage(20))
      return undefined
    },
    ['damaged-log'],
  ],
  [
    'whose log has lost its head',
    () => {
      leaveLog()
      overwrite(`${damaged()}-wal`, 0, garbage(32))
      return {}
    },
    ['damaged-log'],
  ],
]

describe('a database', () => {
  it.each(cases)('%s is named, and gives each row that is intact', async (_, damage, expected) => {
    const lost = damage()
    const before = contents()
    const { findings } = await examineDatabase(damaged())
    const found = findings.map(({ code, place }) => (place === '' ? code : `${code} ${place}`))
    expect(
      expected.filter((finding) => !found.includes(finding)),
      `found ${found.join(', ')}`,
    ).toEqual([])
    expect(contents()).toEqual(before)

    await salvage(damaged(), saved())
    const rest = rowsIn(saved())
    const known = rowsIn(whole())
    if (lost !== undefined) expect(missing(known, rest)).toEqual(lost)
    const made = missing(rest, known)
    expect(Object.keys(made).filter((table) => table !== 'preferences')).toEqual([])
    const codes = (await examineDatabase(saved())).findings.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'dangling-references')).toEqual([])
  })

  it('keeps the rows of transactions behind damage in its log', async () => {
    leaveLog()
    overwrite(`${damaged()}-wal`, 32 + 24 + (24 + pageBytes) * 3 + 3000, garbage(20))
    await salvage(damaged(), saved())
    expect(rowsIn(saved()).get('preferences')!.size).toBe(rowsIn(whole()).get('preferences')!.size + 10)
  })
})

const codesOf = async (path: string): Promise<readonly string[]> =>
  (await examineDatabase(path)).findings.map(({ code }) => code)

describe('what is no database at all', () => {
  it.each([
    ['missing', 'missing', () => rmSync(damaged())],
    ['empty', 'empty', () => writeFileSync(damaged(), '')],
    ['a text', 'no-database', () => writeFileSync(damaged(), 'hello '.repeat(2000))],
    ['a few bytes', 'no-database', () => writeFileSync(damaged(), 'hi')],
    [
      'a folder',
      'folder',
      () => {
        rmSync(damaged())
        mkdirSync(damaged())
      },
    ],
  ] as const)('is named: %s', async (_, code, damage) => {
    damage()
    expect(await codesOf(damaged())).toContain(code)
  })

  it('is named when a newer program wrote it', async () => {
    change('pragma user_version = 99')
    expect((await examineDatabase(damaged())).findings).toMatchObject([{ code: 'newer', count: 99 }])
    await expect(salvage(damaged(), saved())).rejects.toMatchObject({ code: 'newer' })
  })

  it('is named when another program holds it', async () => {
    const other = new Database(damaged())
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('begin exclusive')
    expect(await codesOf(damaged())).toEqual(['locked'])
    other.close()
  })

  it.skipIf(process.platform === 'win32')('is named when it may not be read', () => {
    chmodSync(damaged(), 0)
    chmodSync(folder, 0o755)
    // The administrator may read anything; the child is somebody else.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const examine = fileURLToPath(new URL('../testing/examine.ts', import.meta.url))
    const child = spawnSync(process.execPath, [examine, damaged()], { encoding: 'utf8', ...user })
    expect([child.stdout, child.stderr]).toEqual(['not-readable', ''])
  })
})
