import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeDamage, groupRows, hasRow, selectRowsWhere } from './database-tables.ts'
import { readDatabase } from './database.ts'
import { ImportFailure } from './import-failure.ts'
import { importTask } from './import-task.ts'
import { addCrushSessions } from './testing/crush-database.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-database-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const pageBytes = 4096

/** A table of many pages, of which some are overwritten. */
async function damaged(from: number, to: number): Promise<string> {
  const path = join(folder, 'a.db')
  const database = new Database(path)
  database.exec('create table notes (id integer primary key, text text)')
  const insert = database.prepare('insert into notes (text) values (?)')
  database.transaction(() => {
    for (let at = 0; at < 200; at += 1) insert.run('x'.repeat(1000))
  })()
  database.close()
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0xff, from * pageBytes, to * pageBytes))
  return path
}

describe('a damaged database', () => {
  it('gives the rows before the damage, and says so', async () => {
    const path = await damaged(30, 40)
    const found = readDatabase(path, ({ rows, isDamaged }) => ({
      count: rows('select * from notes').length,
      isDamaged: isDamaged(),
    }))
    expect(found.isDamaged).toBe(true)
    expect(found.count).toBeGreaterThan(50)
    expect(found.count).toBeLessThan(200)
  })

  it.each([
    ['select * from sessions', 'it has no table called sessions'],
    ['select owner from notes', 'one of its tables has no column called owner'],
  ])('says in plain words what is not there: %s', async (query, reason) => {
    const path = await damaged(30, 31)
    expect(() => readDatabase(path, ({ rows }) => rows(query))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(reason),
        hint: 'It was written by a version of the agent that stores its sessions in another way.',
      }),
    )
  })

  it('says of a file that is cut off or encrypted that it is no database any more', async () => {
    const path = join(folder, 'a.db')
    await writeFile(path, 'SQLite format 3\0'.padEnd(5000, 'x'))
    expect(() => readDatabase(path, ({ rows }) => rows('select * from notes'))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/damaged|no database/) }),
    )
  })

  it('cannot be read where the damage comes first', async () => {
    const path = await damaged(1, 50)
    expect(() => readDatabase(path, ({ rows }) => rows('select * from notes'))).toThrow(ImportFailure)
  })

  it('gives what a walk through a table finds where an index of it is damaged', async () => {
    const path = join(folder, 'a.db')
    const database = new Database(path)
    database.exec('create table notes (id integer primary key, owner text, at integer)')
    database.exec('create index of_owner on notes (owner)')
    database.exec("insert into notes (owner, at) values ('ada', 1), ('bob', 5), ('ada', 3)")
    const root = database.prepare<[], { page: number }>(
      "select rootpage as page from sqlite_schema where name = 'of_owner'",
    )
    const place = ((root.get()?.page ?? 1) - 1) * pageBytes
    database.close()
    await writeFile(path, (await readFile(path)).fill(0xff, place, place + pageBytes))
    const found = readDatabase(path, (agent) => ({
      own: selectRowsWhere(agent, 'notes', 'owner', 'ada').map(({ at }) => at),
      owners: groupRows(agent, 'notes', 'owner', ['at']),
      isKnown: hasRow(agent, 'notes', 'owner', 'ada'),
      damage: describeDamage(agent),
    }))
    expect(found.own).toEqual([1, 3])
    expect(found.owners).toEqual([
      { id: 'ada', count: 2, at: 3 },
      { id: 'bob', count: 1, at: 5 },
    ])
    expect(found.isKnown).toBe(false)
    expect(found.damage).toHaveLength(1)
  })
})

describe('a database with a view in the place of a table', () => {
  it('has no such table: a view may have rows without an end, and nobody could stop it', async () => {
    const path = join(folder, 'a.db')
    const database = new Database(path)
    // Three rows stand for all the numbers, so that this test ends where views are read.
    database.exec(
      `create table "of an agent" (id); create view "my ""notes""" as select 1;
       create view notes as with recursive numbers(n) as (select 1 union all select n + 1 from numbers limit 3)
       select n from numbers`,
    )
    database.close()
    const before = await readFile(path)
    expect(() => readDatabase(path, ({ rows }) => rows('select * from notes'))).toThrow(
      /has no table called notes/,
    )
    expect(readDatabase(path, ({ tables }) => [...tables])).toEqual(['of an agent'])
    expect((await readFile(path)).equals(before)).toBe(true)
  })
})

describe('a young database whose log is torn', () => {
  it.each([
    ['at its beginning', (log: Buffer) => log.fill(0xff, 0, 32), 'no sessions of an agent can be recognised'],
    ['behind its tables', (log: Buffer) => log.subarray(0, log.length / 2), 'holds no session'],
  ])('says what to do: %s', async (_, tear, reason) => {
    const [original, path] = [join(folder, 'original.db'), join(folder, 'crush.db')]
    const young = new Database(original)
    young.pragma('journal_mode = wal')
    young.close()
    const open = addCrushSessions(original, { a: 'One', b: 'Two' })
    await copyFile(original, path)
    await writeFile(`${path}-wal`, tear(await readFile(`${original}-wal`)))
    open.close()
    await expect(importTask(`${path}#a`)).rejects.toMatchObject({
      message: expect.stringContaining(reason),
      hint: expect.stringContaining('crush.db-wal, which may be torn. Close the agent'),
    })
  })

  it('is called a database where no agent wrote it, and nothing is said of a log that is not there', async () => {
    const path = await damaged(30, 31)
    await expect(importTask(path)).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining('is a database'),
      hint: expect.stringContaining('another program'),
    })
  })
})
