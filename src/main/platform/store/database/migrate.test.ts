import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSchemaVersion } from '../copies/database-copy.ts'
import { migrations } from '../migrations/migrations.ts'
import { migrate } from './migrate.ts'

const steps = [
  { version: 1, sql: 'create table notes (text text)' },
  { version: 2, sql: "alter table notes add column colour text; update notes set colour = 'red'" },
  { version: 3, sql: 'create table more (n integer)' },
]

let folder = ''
let database: Database.Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-migrate-'))
  database = new Database(join(folder, 'notes.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const backups = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.backup'))

describe('migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('bring a new file up to date, with nothing to back up', () => {
    migrate(database, steps, 0)
    expect(readSchemaVersion(database)).toBe(3)
    expect(backups()).toEqual([])
  })

  it('keep what is there, and a copy of how it was', () => {
    migrate(database, steps.slice(0, 1), 0)
    database.exec("insert into notes values ('kept')")
    migrate(database, steps, Date.UTC(2026, 0, 2, 3, 4, 5))
    expect(database.prepare('select * from notes').all()).toEqual([{ text: 'kept', colour: 'red' }])
    expect(backups()).toEqual(['notes.sqlite.v1-2026-01-02T03-04-05-000Z.backup'])
    const copy = new Database(join(folder, backups()[0] ?? ''))
    expect(readSchemaVersion(copy)).toBe(1)
    expect(copy.prepare('select * from notes').all()).toEqual([{ text: 'kept' }])
    copy.close()
  })

  it('leave it to another process that was first', () => {
    migrate(database, steps.slice(0, 1), 0)
    const other = new Database(database.name)
    // The other one is done between the look at the version and the copy.
    const racing = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
        return (sql: string) => {
          if (sql.startsWith('vacuum')) migrate(other, steps, 1)
          return target.prepare(sql)
        }
      },
    })
    migrate(racing, steps, 2)
    other.close()
    expect(readSchemaVersion(database)).toBe(3)
    expect(backups()).toEqual(['notes.sqlite.v1-1970-01-01T00-00-00-001Z.backup'])
  })

  it('back up a file with tables and no version', () => {
    database.exec('create table old (x)')
    migrate(database, steps, 0)
    expect(readSchemaVersion(database)).toBe(3)
    expect(backups()).toHaveLength(1)
  })

  it('do nothing to a file that is up to date', () => {
    migrate(database, steps, 0)
    migrate(database, steps, 0)
    expect(backups()).toEqual([])
  })

  it('change nothing when one of them fails', () => {
    migrate(database, steps.slice(0, 1), 0)
    const broken = [...steps.slice(0, 2), { version: 3, sql: 'create table more (n integer); nonsense' }]
    expect(() => migrate(database, broken, 0)).toThrow('nonsense')
    expect(readSchemaVersion(database)).toBe(1)
    expect(database.pragma('table_info(notes)')).toHaveLength(1)
  })

  it('are refused for a file of a newer program', () => {
    database.pragma('user_version = 4')
    expect(() => migrate(database, steps, 0)).toThrow(expect.objectContaining({ code: 'newer' }))
  })
})

describe('a database whose tables are not those of the version that it states', () => {
  it.each([0, 1, 2])('is left as it is: stated %i', (stated) => {
    migrate(database, steps, 0)
    database.pragma(`user_version = ${stated}`)
    expect(() => migrate(database, steps, 0)).toThrow(
      expect.objectContaining({
        code: 'corrupt',
        message: expect.stringMatching(new RegExp(`states schema ${stated}, but its tables are .+`)),
        hint: expect.stringContaining('--salvage'),
      }),
    )
    expect([readSchemaVersion(database), backups()]).toEqual([stated, []])
  })
})
