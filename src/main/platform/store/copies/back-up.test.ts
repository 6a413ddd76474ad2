import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
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
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { latestVersion } from '../doctor/schema-shape.ts'
import { fullTasks, garbage, overwrite, readAllRows, writeFullDatabase } from '../testing/damage.ts'
import { writeOldDatabase } from '../testing/old-database.ts'
import { backUp } from './back-up.ts'
import { restore, type Restored } from './restore.ts'

let folder = ''
const toFilePath = (name: string): string => join(folder, name)
const filePath = (): string => toFilePath('data/dewpoint.sqlite')
/** All rows but those that act outside of the database: `forged-backup.test.ts` is about them. */
const passive = (path: string) =>
  new Map([...readAllRows(path)].filter(([table]) => table !== 'profiles' && table !== 'asleep'))
const restoreFrom = (from: string): Promise<Restored> => restore({ folder: toFilePath('data'), from, now: 0 })
const kept = 'dewpoint.sqlite.replaced-1970-01-01T00-00-00-000Z'

let all = ''
beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'dewpoint-back-up-'))
  writeFullDatabase(join(all, 'whole'), latestVersion)
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-back-up-'))
  copyFileSync(join(all, 'whole'), toFilePath('whole'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a backup', () => {
  it('holds every row, also those in the log of a process that writes, and is one file', async () => {
    const writer = new Database(toFilePath('whole'))
    writer.exec("insert into preferences values ('late', '1')")
    const { rows, version } = await backUp(toFilePath('whole'), toFilePath('copy'))
    writer.close()
    expect([version, rows['tasks'], rows['runs']]).toEqual([latestVersion, fullTasks, 2 * fullTasks])
    expect(readAllRows(toFilePath('copy'))).toEqual(readAllRows(toFilePath('whole')))
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy'])
  })

  it('of an old database stays as old', async () => {
    writeOldDatabase(toFilePath('old'), { version: 6, tasks: 2, charsEach: 10 })
    expect(await backUp(toFilePath('old'), toFilePath('copy'))).toMatchObject({ version: 6 })
  })

  it('of a damaged database is none', async () => {
    overwrite(toFilePath('whole'), 4096 * 20, garbage(4096 * 100))
    await expect(backUp(toFilePath('whole'), toFilePath('copy'))).rejects.toMatchObject({
      name: 'StoreFailure',
    })
  })
})

describe('restoring', () => {
  it('makes the data folder where there is none', async () => {
    expect(await restoreFrom(toFilePath('whole'))).toMatchObject({
      kept: null,
      findings: [],
      version: latestVersion,
      // Its profile.
      asleep: 1,
    })
    expect(passive(filePath())).toEqual(passive(toFilePath('whole')))
    expect(readdirSync(toFilePath('data'))).toEqual(['dewpoint.sqlite'])
  })

  it('keeps what was there, with what stood in its log', async () => {
    await restoreFrom(toFilePath('whole'))
    const before = new Database(filePath())
    before.pragma('journal_mode = WAL')
    before.exec("delete from runs; insert into preferences values ('late', '1')")
    copyFileSync(`${filePath()}-wal`, toFilePath('log'))
    copyFileSync(filePath(), toFilePath('main'))
    before.close()
    // As a killed process leaves it.
    copyFileSync(toFilePath('main'), filePath())
    copyFileSync(toFilePath('log'), `${filePath()}-wal`)
    writeFileSync(toFilePath('data/search.sqlite'), 'of other tasks')
    expect(await restoreFrom(toFilePath('whole'))).toMatchObject({ kept: toFilePath(`data/${kept}`) })
    expect(passive(filePath())).toEqual(passive(toFilePath('whole')))
    expect(readAllRows(toFilePath(`data/${kept}`)).get('runs')?.size).toBe(0)
    expect(readdirSync(toFilePath('data')).toSorted()).toEqual(['dewpoint.sqlite', kept])
  })

  it('puts a backup in the place of a damaged database', async () => {
    await restoreFrom(toFilePath('whole'))
    overwrite(filePath(), 0, garbage(5000))
    const damaged = readFileSync(filePath())
    await restoreFrom(toFilePath('whole'))
    expect(passive(filePath())).toEqual(passive(toFilePath('whole')))
    expect(readFileSync(toFilePath(`data/${kept}`)).equals(damaged)).toBe(true)
  })

  it('brings an old backup up to date, and leaves its file alone', async () => {
    writeOldDatabase(toFilePath('old'), { version: 6, tasks: 2, charsEach: 10 })
    const before = readFileSync(toFilePath('old'))
    expect(await restoreFrom(toFilePath('old'))).toMatchObject({ fromVersion: 6, version: latestVersion })
    expect(readAllRows(filePath()).get('tasks')?.size).toBe(2)
    expect(readFileSync(toFilePath('old')).equals(before)).toBe(true)
  })

  it('names the copy where it is the copy that cannot be written', async () => {
    const into = toFilePath('nowhere/copy')
    await expect(backUp(toFilePath('whole'), into)).rejects.toMatchObject({
      name: 'StoreFailure',
      where: into,
    })
  })

  it('is refused while another process has the database open', async () => {
    await restoreFrom(toFilePath('whole'))
    const other = new Database(filePath())
    other.pragma('journal_mode = WAL')
    other.prepare('select count(*) from runs').get()
    await expect(restoreFrom(toFilePath('whole'))).rejects.toMatchObject({ code: 'locked' })
    other.close()
    expect(readdirSync(toFilePath('data'))).toEqual(['dewpoint.sqlite'])
    await restoreFrom(toFilePath('whole'))
  })

  const spoil: readonly (readonly [string, string, () => unknown])[] = [
    ['a newer program wrote', 'newer', () => new Database(toFilePath('whole')).pragma('user_version = 99')],
    ['is no database', 'corrupt', () => writeFileSync(toFilePath('whole'), 'hello '.repeat(1000))],
    ['is empty', 'corrupt', () => writeFileSync(toFilePath('whole'), '')],
    ['has damaged pages', 'corrupt', () => overwrite(toFilePath('whole'), 4096 * 20, garbage(4096))],
    ['lacks a table', 'corrupt', () => new Database(toFilePath('whole')).exec('drop table runs')],
    [
      'has a trigger of somebody else',
      'corrupt',
      () =>
        new Database(toFilePath('whole')).exec(
          'create trigger wipe after insert on runs begin delete from tasks; end',
        ),
    ],
    ['has a view', 'corrupt', () => new Database(toFilePath('whole')).exec('create view v as select 1')],
    ['has another table', 'corrupt', () => new Database(toFilePath('whole')).exec('create table notes (x)')],
    ['states another schema', 'corrupt', () => new Database(toFilePath('whole')).pragma('user_version = 5')],
    ['is far too long', 'corrupt', () => truncateSync(toFilePath('whole'), 2 ** 40)],
    [
      'is long and empty',
      'corrupt',
      () => truncateSync(toFilePath('whole'), 0) ?? truncateSync(toFilePath('whole'), 2 ** 40),
    ],
    [
      'has a pipe as its log',
      'corrupt',
      () =>
        process.platform === 'win32'
          ? writeFileSync(toFilePath('whole'), '')
          : spawnSync('mkfifo', [toFilePath('whole-wal')]),
    ],
    [
      'is another program’s',
      'corrupt',
      () => {
        rmSync(toFilePath('whole'))
        new Database(toFilePath('whole')).exec('create table t (x)')
      },
    ],
  ]

  it.each(spoil)('is refused for a file that %s', async (_, code, damage) => {
    await restoreFrom(toFilePath('whole'))
    const before = readFileSync(filePath())
    damage()
    await expect(restoreFrom(toFilePath('whole'))).rejects.toMatchObject({ name: 'StoreFailure', code })
    expect(readFileSync(filePath()).equals(before)).toBe(true)
    expect(readdirSync(toFilePath('data'))).toEqual(['dewpoint.sqlite'])
  })

  it.each([
    ['missing', 'nowhere'],
    ['a folder', '.'],
  ])('is refused for what is %s', async (_, name) => {
    await expect(restoreFrom(toFilePath(name))).rejects.toMatchObject({ name: 'StoreFailure' })
    expect(existsSync(filePath())).toBe(false)
  })
})

describe('permits', () => {
  const allow = (
    file: string,
    arms: readonly string[],
    keys: readonly (readonly [string, string])[],
  ): void => {
    const database = new Database(file)
    database.exec('delete from arm_permits; delete from key_permits')
    for (const target of arms) database.prepare('insert into arm_permits values (?, 1)').run(target)
    for (const pair of keys) database.prepare('insert into key_permits values (?, ?)').run(...pair)
    database.close()
  }
  const permits = (): unknown => {
    const database = new Database(filePath(), { readonly: true })
    try {
      return [
        database.prepare('select target from arm_permits order by target').pluck().all(),
        database.prepare('select variable, origin from key_permits order by variable').raw().all(),
      ]
    } finally {
      database.close()
    }
  }
  const evil = 'https://evil.example'

  it('of the machine stay, and those of a file from elsewhere do not come', async () => {
    mkdirSync(toFilePath('data'))
    copyFileSync(toFilePath('whole'), filePath())
    allow(filePath(), ['mine'], [['DEWPOINT_KEY_WORK', 'https://own.example']])
    allow(toFilePath('whole'), ['theirs'], [['DEWPOINT_KEY_WORK', evil]])
    await restoreFrom(toFilePath('whole'))
    expect(permits()).toEqual([['mine'], [['DEWPOINT_KEY_WORK', 'https://own.example']]])
  })

  it('to run anything are given by no file, where there was no database before', async () => {
    allow(toFilePath('whole'), ['theirs'], [])
    await restoreFrom(toFilePath('whole'))
    expect(permits()).toEqual([[], []])
  })

  it('of a damaged database are none', async () => {
    mkdirSync(toFilePath('data'))
    writeFileSync(filePath(), 'no database')
    allow(toFilePath('whole'), ['theirs'], [])
    await restoreFrom(toFilePath('whole'))
    expect(permits()).toEqual([[], []])
  })
})
