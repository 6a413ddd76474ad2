import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { StoreFailure } from '../store-failure.ts'
import { explainStoreError } from './explain-store-error.ts'

const withCode = (code: string): Error => Object.assign(new Error('raw'), { code })

describe('an error of the store', () => {
  it.each([
    ['SQLITE_FULL', 'disk-full'],
    ['ENOSPC', 'disk-full'],
    ['SQLITE_BUSY', 'locked'],
    ['SQLITE_BUSY_SNAPSHOT', 'locked'],
    ['SQLITE_READONLY_DBMOVED', 'read-only'],
    ['SQLITE_CANTOPEN', 'read-only'],
    ['EFBIG', 'file-limit'],
    ['EROFS', 'read-only'],
    ['SQLITE_CORRUPT_INDEX', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_IOERR_WRITE', 'io'],
    ['EIO', 'io'],
    ['MODULE_NOT_FOUND', 'no-binary'],
    ['ERR_DLOPEN_FAILED', 'no-binary'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'failed'],
    ['', 'failed'],
  ])('with code %j is %s', (raw, code) => {
    const error = withCode(raw)
    const failure = explainStoreError('/data/dewpoint.sqlite', error)
    expect(failure).toMatchObject({ code, where: '/data/dewpoint.sqlite', cause: error })
    expect(failure.hint).not.toBe('')
  })

  it('of a disk that is full is what SQLite really throws', () => {
    const database = new Database(':memory:')
    database.exec('create table t (x)')
    database.pragma('max_page_count = 2')
    let thrown: unknown = null
    try {
      database.prepare('insert into t values (zeroblob(100000))').run()
    } catch (error) {
      thrown = error
    }
    expect(explainStoreError('', thrown)).toMatchObject({ code: 'disk-full', cause: thrown })
  })

  it('that is explained already stays as it is', () => {
    const failure = new StoreFailure({ code: 'newer', message: 'm', where: 'w', hint: 'h' })
    expect(explainStoreError('other', failure)).toBe(failure)
  })

  it.skipIf(process.platform === 'win32')('of a file that may not grow says so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dewpoint-limit-'))
    const open = fileURLToPath(new URL('../testing/try-to-open.ts', import.meta.url))
    const line = 'ulimit -f 50; exec "$@"'
    const child = spawnSync('bash', ['-c', line, 'bash', process.execPath, open, folder], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect(child.stdout).toContain('file-limit')
  })
})
