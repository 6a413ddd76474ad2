import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect, type Connection } from './connection.ts'

let folder = ''
let database: Database.Database
let connection: Connection
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-connection-'))
  database = new Database(join(folder, 'dewpoint.sqlite'))
  database.pragma('synchronous = FULL')
  database.exec('create table notes (text text)')
  connection = connect(database)
})
afterEach(async () => {
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const notes = (): unknown => database.prepare('select text from notes').pluck().all()
const full = 2
const synchronous = (): unknown => database.pragma('synchronous', { simple: true })

it('waits for the disk with everything but what may be lost', async () => {
  const during = await connection.writeFleeting(async (db) => {
    await sql`insert into notes values ('kept')`.execute(db)
    return synchronous()
  })
  expect([during, synchronous(), notes()]).toEqual([1, full, ['kept']])
  expect(await connection.write(async () => synchronous())).toBe(full)
})

it('takes back what fails, and waits for the disk again', async () => {
  const work = connection.writeFleeting(async (db) => {
    await sql`insert into notes values ('lost')`.execute(db)
    throw new Error('Enough.')
  })
  await expect(work).rejects.toMatchObject({ name: 'StoreFailure' })
  expect([synchronous(), notes()]).toEqual([full, []])
})

it('lets others wait meanwhile, who wait for the disk', async () => {
  const [, during] = await Promise.all([
    connection.writeFleeting(async (db) => void (await sql`insert into notes values ('a')`.execute(db))),
    connection.write(async (db) => {
      await sql`insert into notes values ('b')`.execute(db)
      return synchronous()
    }),
  ])
  expect([during, notes()]).toEqual([full, ['a', 'b']])
})

/** Leaves no room for more than a few pages. */
const fillUp = (): void => void database.pragma('max_page_count = 3')
const large = sql`insert into notes values (zeroblob(100000))`

it('names a full disk in a transaction that SQLite has rolled back itself', async () => {
  fillUp()
  const failure = { name: 'StoreFailure', code: 'disk-full', where: database.name }
  await expect(connection.write((db) => large.execute(db))).rejects.toMatchObject(failure)
  await expect(connection.writeFleeting((db) => large.execute(db))).rejects.toMatchObject(failure)
  await expect(connection.run((db) => large.execute(db))).rejects.toMatchObject(failure)
})

it('goes on once there is room again', async () => {
  fillUp()
  await expect(connection.write((db) => large.execute(db))).rejects.toThrow('full')
  database.pragma('max_page_count = 1000')
  await connection.write((db) => sql`insert into notes values ('kept')`.execute(db))
  expect([notes(), synchronous()]).toEqual([['kept'], full])
})

const add = (text: string) => sql`insert into notes values (${text})`
const all = () => connection.run((db) => sql`select * from notes`.execute(db)).then(({ rows }) => rows)

it('prepares what comes again once', async () => {
  const prepare = vi.spyOn(database, 'prepare')
  const texts = Array.from({ length: 100 }, (_, index) => `${index}`)
  for (const text of texts) await connection.write((db) => add(text).execute(db))
  for (const _ of texts) expect(await all()).toHaveLength(100)
  const prepared = prepare.mock.calls.map(([text]) => text)
  expect(prepared.toSorted()).toEqual([
    'begin immediate',
    'commit',
    'insert into notes values (?)',
    'select * from notes',
  ])
})

it('prepares anew what has not come for long, and keeps no long ones', async () => {
  const prepare = vi.spyOn(database, 'prepare')
  const run = (text: string) => connection.run((db) => sql.raw(text).execute(db))
  for (let index = 0; index <= 200; index += 1) await run(`select ${index}`)
  const long = `select '${'x'.repeat(4000)}'`
  for (const text of ['select 200', 'select 0', long, long]) await run(text)
  expect(prepare.mock.calls.slice(201)).toEqual([['select 0'], [long], [long]])
})

it('sees the columns that another process has added or changed', async () => {
  await connection.run((db) => add('kept').execute(db))
  expect(await all()).toEqual([{ text: 'kept' }])
  const other = new Database(database.name)
  try {
    other.exec("alter table notes add column author text default 'me'")
    expect(await all()).toEqual([{ text: 'kept', author: 'me' }])
    other.exec('alter table notes rename column author to writer')
    expect(await all()).toEqual([{ text: 'kept', writer: 'me' }])
    other.exec('drop table notes')
  } finally {
    other.close()
  }
  await expect(all()).rejects.toThrow('no such table')
})

it('prepares a pragma each time', async () => {
  const prepare = vi.spyOn(database, 'prepare')
  for (const _ of [1, 2]) {
    const during = await connection.writeFleeting(async () => synchronous())
    expect([during, synchronous()]).toEqual([1, full])
  }
  const pragmas = prepare.mock.calls.map(([text]) => text).filter((text) => text.startsWith('pragma sync'))
  expect(pragmas.filter((text) => text.includes('='))).toHaveLength(4)
})
