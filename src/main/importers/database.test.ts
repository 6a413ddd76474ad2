import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDatabase } from './database.ts'
import { ImportFailure } from './import-failure.ts'

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

  it('cannot be read where the damage comes first', async () => {
    const path = await damaged(1, 50)
    expect(() => readDatabase(path, ({ rows }) => rows('select * from notes'))).toThrow(ImportFailure)
  })
})
