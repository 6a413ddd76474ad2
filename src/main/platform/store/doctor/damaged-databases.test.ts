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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { selectTestShare } from '../../../kernel/testing/shares.ts'
import { openStore } from '../open-store.ts'
import type { StoreFailure } from '../store-failure.ts'
import type { DamageBench } from '../testing/damage-bench.ts'
import { damageCases } from '../testing/damage-cases.ts'
import { readAllRows, writeFullDatabase, type Rows } from '../testing/damage.ts'
import { makeExperiment, saveCell } from '../testing/experiment-fixtures.ts'
import { writeOldDatabase } from '../testing/old-database.ts'
import { schemaDamageCases } from '../testing/schema-damage-cases.ts'
import { examineDatabase } from './examine-database.ts'
import { salvage } from './salvage.ts'
import { latestVersion } from './schema-shape.ts'

let all = ''
let folder = ''
let known: Rows = new Map()
const whole = (): string => join(all, 'whole.sqlite')
const damaged = (): string => join(folder, 'dewpoint.sqlite')
const bench = (): DamageBench => ({ whole: whole(), damaged: damaged(), folder })
const saved = (): string => join(folder, 'saved.sqlite')

beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'dewpoint-damaged-'))
  writeFullDatabase(whole(), latestVersion)
  known = readAllRows(whole())
})
afterAll(() => rmSync(all, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-damaged-'))
  copyFileSync(whole(), damaged())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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

describe('a database', () => {
  it.each(selectTestShare([...schemaDamageCases, ...damageCases], 0, 3))(
    '%s is named, and gives each row that SQLite reaches',
    async (_, damage, expected) => {
      const lost = damage(bench())
      const before = contents()
      const { findings } = await examineDatabase(damaged())
      const found = findings.map(({ code, place }) => (place === '' ? code : `${code} ${place}`))
      expect(
        expected.filter((finding) => !found.includes(finding)),
        `found ${found.join(', ')}`,
      ).toEqual([])
      expect(found.filter((one) => one.startsWith('read-error'))).toEqual([])
      expect(contents()).toEqual(before)

      const failed = await salvage(damaged(), saved()).then(
        () => null,
        ({ code }: StoreFailure) => code,
      )
      const rest = failed === null ? readAllRows(saved()) : known
      expect(lost === null ? null : (failed ?? missing(known, rest))).toEqual(lost)
      const made = missing(rest, known)
      expect(Object.keys(made).filter((table) => table !== 'preferences')).toEqual([])
      const codes = failed === null ? (await examineDatabase(saved())).findings.map(({ code }) => code) : []
      expect(codes.filter((code) => code !== 'dangling-references')).toEqual([])
    },
  )

  it('names rows whose JSON is not what it should be', async () => {
    const database = new Database(damaged())
    database.exec(`update profiles set profile = '[]'`)
    database.close()
    expect((await examineDatabase(damaged())).findings).toEqual([
      { code: 'unreadable-rows', place: 'profiles', count: 1, details: ['work: profile'] },
    ])
  })

  it('names cells whose figures cannot be unpacked, and salvages the others', async () => {
    const options = { clock: Date.now, processId: process.pid, isProcessAlive: () => true }
    const store = await openStore({ folder, ...options })
    await store.experiments.insert(makeExperiment())
    for (const id of ['torn', 'whole']) await saveCell(store, { id })
    await store.close()
    const database = new Database(damaged())
    database.exec(`update cells set packed = x'78f9' where cell_id = 'torn'`)
    database.close()
    expect((await examineDatabase(damaged())).findings).toMatchObject([
      { code: 'unreadable-rows', place: 'cells', count: 1 },
    ])
    await salvage(damaged(), saved())
    expect(readAllRows(saved()).get('cells')!.size).toBe(1)
    expect((await examineDatabase(saved())).findings).toEqual([])
  })

  it.skipIf(process.platform === 'win32').each(['-wal', '-journal', '-shm'])(
    'is not opened beside a pipe as its %s',
    async (ending) => {
      expect(spawnSync('mkfifo', [`${damaged()}${ending}`]).status).toBe(0)
      expect((await examineDatabase(damaged())).findings).toMatchObject([
        { code: 'special-file', place: `dewpoint.sqlite${ending}` },
      ])
      await expect(salvage(damaged(), saved())).rejects.toMatchObject({
        name: 'StoreFailure',
        message: expect.stringContaining(`dewpoint.sqlite${ending}`),
      })
    },
  )

  it('of an earlier version that states the present one is salvaged as what it is', async () => {
    rmSync(damaged())
    writeOldDatabase(damaged(), { version: 6, tasks: 3, charsEach: 10 })
    const database = new Database(damaged())
    database.pragma(`user_version = ${latestVersion}`)
    database.close()
    const { findings } = await examineDatabase(damaged())
    expect(findings[0]).toEqual({ code: 'wrong-version', place: '', count: latestVersion, details: ['6'] })
    await salvage(damaged(), saved())
    expect(readAllRows(saved()).get('library_tasks')!.size).toBe(3)
  })
})

const listFindingCodes = async (path: string): Promise<readonly string[]> =>
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
    expect(await listFindingCodes(damaged())).toContain(code)
  })

  it('is named when a newer program wrote it', async () => {
    new Database(damaged()).pragma('user_version = 99')
    expect((await examineDatabase(damaged())).findings).toMatchObject([{ code: 'newer', count: 99 }])
    await expect(salvage(damaged(), saved())).rejects.toMatchObject({ code: 'newer' })
  })

  it('is named when another program holds it', async () => {
    const other = new Database(damaged())
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('begin exclusive')
    expect(await listFindingCodes(damaged())).toEqual(['locked'])
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
