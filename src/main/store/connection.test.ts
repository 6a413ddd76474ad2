import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
