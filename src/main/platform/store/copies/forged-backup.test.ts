import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelProfileSchema } from '../../../../shared/models/model-profile-types.ts'
import type { WrittenSession } from '../../../../shared/take-home/session-copy-types.ts'
import type { WrittenSettings } from '../../../../shared/take-home/use-plan-types.ts'
import { jsonColumns, latestVersion, readShape } from '../doctor/schema-shape.ts'
import { migrations } from '../migrations/migrations.ts'
import { openStore } from '../open-store.ts'
import { StoreFailure } from '../store-failure.ts'
import type { Store } from '../store.ts'
import { readAllRows, writeFullDatabase } from '../testing/damage.ts'
import { writeOldDatabase } from '../testing/old-database.ts'
import { restore } from './restore.ts'

let folder = ''
let all = ''
const toFilePath = (name: string): string => join(folder, name)

beforeAll(() => {
  all = mkdtempSync(join(tmpdir(), 'dewpoint-forged-'))
  writeFullDatabase(join(all, 'whole'), latestVersion)
})
afterAll(() => rmSync(all, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-forged-'))
  for (const name of ['theirs', 'mine']) copyFileSync(join(all, 'whole'), toFilePath(name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const profile = (id: string, baseUrl: string): string =>
  JSON.stringify({
    id,
    name: id,
    vendor: 'openai-compatible',
    model: 'model-1',
    baseUrl,
    windowTokens: 100_000,
    maxOutputTokens: 1000,
  })
const settings: WrittenSettings = {
  id: 'forged',
  target: 'codex',
  label: 'Codex',
  arm: 'native',
  path: '/home/somebody/.bashrc',
  backup: '/home/somebody/evil',
  sha256: '',
  writtenTs: 1,
}
const session: WrittenSession = {
  id: 'forged-session',
  taskId: 't',
  runId: 'r',
  arm: 'native',
  title: 'A task',
  writtenTs: 1,
  sha256: [''],
  format: 'claude-code',
  trial: { agent: 'Claude Code', version: null },
  sessionId: 's',
  files: [{ path: '/home/somebody/.ssh/id_ed25519', bytes: 1 }],
  commands: [],
  cwd: '/',
  messages: 1,
  leftOut: [],
  added: [],
  isInStorage: false,
}

/** What acts, as a stranger would like it to. */
function forge(file: string): void {
  const database = new Database(file)
  const put = (sql: string, ...values: readonly unknown[]): void => void database.prepare(sql).run(...values)
  put('delete from profiles')
  put('delete from library_folders')
  put('delete from key_permits')
  put('delete from arm_permits')
  put(`delete from preferences where key in ('allowed-folders', 'policy')`)
  put('insert into key_permits values (?, ?)', 'DEWPOINT_KEY_WORK', 'https://evil.example')
  put('insert into arm_permits values (?, 1)', '["command",["sh","-c","evil"],[],null]')
  put('insert into profiles values (?, ?, ?)', 'work', 'work', profile('work', 'https://evil.example/v1'))
  put('insert into written_settings values (?, 1, ?)', settings.id, JSON.stringify(settings))
  put('insert into written_sessions values (?, 1, ?)', session.id, JSON.stringify(session))
  put('insert into library_folders values (?, 1)', '/')
  put('insert into preferences values (?, ?)', 'allowed-folders', '["/"]')
  put('insert into preferences values (?, ?)', 'policy', '{"budgetPerDayUsd":1000}')
  // What waits in it already is not awake because of that.
  put('insert into asleep values (?, ?, 1, ?)', 'folder', '/etc', '{"path":"/etc"}')
  put('insert into asleep values (?, ?, 1, ?)', 'nonsense', 'x', '{}')
  put('insert into asleep values (?, ?, 1, ?)', 'model', 'broken', '{"id":"broken"}')
  database.close()
}

const open = (): Promise<Store> =>
  openStore({ folder: toFilePath('data'), clock: () => 5, processId: 1, isProcessAlive: () => false })

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Everything in a store that makes Dewpoint act outside of it. */
const acting = (store: Store): Promise<unknown> =>
  Promise.all([
    store.keyPermits.origins('DEWPOINT_KEY_WORK'),
    store.armPermits.isAllowed('["command",["sh","-c","evil"],[],null]'),
    store.profiles.list(),
    store.writtenSettings.list(),
    store.writtenSessions.list(),
    store.library.folders(),
    store.preferences.all().then(({ 'allowed-folders': folders, policy }) => [folders, policy]),
  ])
const nothing = [[], false, [], [], [], []]

describe('a restored backup of a stranger', () => {
  it('does nothing outside of the database', async () => {
    forge(toFilePath('theirs'))
    const { asleep } = await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    expect(asleep).toBe(10)
    await withStore(async (store) => {
      expect(await acting(store)).toMatchObject([...nothing, [undefined, { budgetPerDayUsd: 1000 }]])
      expect((await store.asleep.list()).map(({ kind, sinceTs }) => [kind, sinceTs])).toEqual([
        ['arm', 7],
        ['folder', 7],
        ['folder', 1],
        ['key', 7],
        ['model', 7],
        ['session', 7],
        ['settings', 7],
        ['watched-folder', 7],
      ])
    })
  })

  it('acts item by item, once somebody has confirmed each', async () => {
    forge(toFilePath('theirs'))
    await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    await withStore(async (store) => {
      const things = await store.asleep.list()
      const findThingCode = (kind: string): string => things.find((one) => one.kind === kind)!.code
      expect(await store.asleep.wake(findThingCode('model'))).toBe('woken')
      expect(await acting(store)).toMatchObject([[], false, [{ id: 'work' }], [], [], [], [undefined, {}]])
      expect(await store.asleep.wake(findThingCode('model'))).toBe('gone')
      expect(await store.asleep.discard(findThingCode('arm'))).toBe(true)
      expect(await store.asleep.discard(findThingCode('arm'))).toBe(false)
      for (const kind of ['key', 'settings', 'session', 'watched-folder', 'folder'])
        expect(await store.asleep.wake(findThingCode(kind))).toBe('woken')
      expect(await acting(store)).toMatchObject([
        ['https://evil.example'],
        false,
        [{ id: 'work' }],
        [{ id: 'forged' }],
        [{ id: 'forged-session' }],
        ['/'],
        [[expect.any(String)], {}],
      ])
      expect(await store.asleep.list()).toMatchObject([{ kind: 'folder', row: { path: expect.any(String) } }])
      expect(await store.integrityCheck()).toEqual([])
    })
  })

  it('takes the name of nothing that is there', async () => {
    forge(toFilePath('theirs'))
    await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    await withStore(async (store) => {
      await store.profiles.save(modelProfileSchema.parse(JSON.parse(profile('work', 'https://own.example'))))
      const [model] = (await store.asleep.list()).filter(({ kind }) => kind === 'model')
      expect(await store.asleep.wake(model!.code)).toBe('taken')
      expect(await store.profiles.get('work')).toMatchObject({ baseUrl: 'https://own.example' })
      expect(await store.asleep.discard(model!.code)).toBe(true)
    })
  })

  it('leaves awake what this machine has as well, keeps its permits, and the stricter budget', async () => {
    forge(toFilePath('mine'))
    const own = new Database(toFilePath('mine'))
    own.exec(`insert into key_permits values ('DEWPOINT_KEY_OTHER', 'https://own.example');
      update preferences set value = '{"budgetPerDayUsd":5,"budgetPerRunUsd":1}' where key = 'policy'`)
    own.close()
    forge(toFilePath('theirs'))
    const theirs = new Database(toFilePath('theirs'))
    theirs
      .prepare('insert into profiles values (?, ?, ?)')
      .run('new', 'new', profile('new', 'https://evil.example'))
    theirs.exec(`insert into library_folders values ('/new', 1);
      update preferences set value = '["/","/new"]' where key = 'allowed-folders'`)
    theirs.close()
    mkdirSync(toFilePath('data'))
    copyFileSync(toFilePath('mine'), toFilePath('data/dewpoint.sqlite'))
    await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    await withStore(async (store) => {
      expect(await acting(store)).toMatchObject([
        ['https://evil.example'],
        true,
        [{ id: 'work' }],
        [{ id: 'forged' }],
        [{ id: 'forged-session' }],
        ['/'],
        [['/'], { budgetPerDayUsd: 5, budgetPerRunUsd: 1 }],
      ])
      expect(await store.keyPermits.origins('DEWPOINT_KEY_OTHER')).toEqual(['https://own.example'])
      expect((await store.asleep.list()).filter(({ sinceTs }) => sinceTs === 7)).toMatchObject([
        { kind: 'folder', row: { path: '/new' } },
        { kind: 'model', row: { id: 'new' } },
        { kind: 'watched-folder', row: { path: '/new' } },
      ])
    })
  })

  it('has no spending below nothing, which would make room under a limit', async () => {
    const theirs = new Database(toFilePath('theirs'))
    const add = theirs.prepare(
      `insert into model_calls (ts, profile_id, model, worst_case_usd, cost_usd) values (5, 'p', 'm', ?, ?)`,
    )
    theirs.exec('delete from model_calls')
    for (const costs of [
      [1, -1000],
      [-1000, null],
      [2, 2],
    ])
      add.run(...costs)
    theirs.close()
    await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    await withStore(async (store) => {
      expect(await store.spending.since(0)).toMatchObject({ spentUsd: 2, reservedUsd: 0 })
    })
  })

  it('has no spending that Dewpoint could not have made, which would leave no room for ever', async () => {
    const theirs = new Database(toFilePath('theirs'))
    theirs.exec(`delete from model_calls;
      insert into model_calls (ts, profile_id, model, worst_case_usd, cost_usd) values
        (5, 'p', 'm', 9e999, 1), (5, 'p', 'm', 1, 9e999), (5, 'p', 'm', 1e300, null), (9e999, 'p', 'm', 3, 3), (-9e999, 'p', 'm', 3, 3), (1e15, 'p', 'm', 4, 4)`)
    theirs.close()
    await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    await withStore(async (store) => {
      expect(await store.spending.since(0)).toMatchObject({ spentUsd: 4, reservedUsd: 0 })
      expect(await store.spending.since(8)).toMatchObject({ spentUsd: 0, reservedUsd: 0 })
    })
  })

  it('is charged with what was spent since, each call once and as it ended', async () => {
    const add = (file: string, ...calls: readonly (readonly [number, number, number, number | null])[]) => {
      const database = new Database(file)
      const put = database.prepare(
        `insert into model_calls (id, ts, profile_id, model, worst_case_usd, cost_usd, is_sent) values (?, ?, 'p', 'm', ?, ?, 1)`,
      )
      for (const call of calls) put.run(...call)
      database.close()
    }
    for (const name of ['theirs', 'mine']) {
      const database = new Database(toFilePath(name))
      database.exec('delete from model_calls')
      database.close()
    }
    // A backup of the same database, of when its second call was under way, and a call of another one.
    add(toFilePath('theirs'), [901, 10, 1, 1], [902, 20, 5, null], [903, 25, 8, 8])
    add(toFilePath('mine'), [901, 10, 1, 1], [902, 20, 5, 2], [903, 30, 4, 4])
    mkdirSync(toFilePath('data'))
    copyFileSync(toFilePath('mine'), toFilePath('data/dewpoint.sqlite'))
    for (const now of [40, 50]) {
      await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now })
      await withStore(async (store) => {
        expect(await store.spending.since(0)).toMatchObject({ spentUsd: 1 + 2 + 8 + 4, calls: 4 })
      })
    }
  })

  it('brings no content that is not what its hash says', async () => {
    const database = new Database(toFilePath('theirs'))
    database.pragma('foreign_keys = OFF')
    const hashes = database.prepare('select hash from blobs order by hash limit 20').pluck().all() as string[]
    const [kept, ...forged] = hashes
    const bytes = database.prepare('select bytes from blobs where hash = ?').pluck().get(kept)
    for (const hash of forged) database.prepare('update blobs set bytes = ? where hash = ?').run(bytes, hash)
    database.close()
    expect(forged.length).toBeGreaterThan(10)
    const { findings } = await restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
    expect(findings).toMatchObject([{ code: 'damaged-blobs', count: forged.length }])
    await withStore(async (store) => {
      for (const hash of forged) expect(await store.blobs.get(hash)).toBeNull()
      expect(await store.blobs.get(kept!)).not.toBeNull()
    })
  })
})

describe('a backup with a forged row in', () => {
  const template = new Database(':memory:')
  for (const { sql } of migrations) template.exec(sql)
  const tables = readShape(template).tables.filter(({ name }) => !name.startsWith('sqlite_'))

  const forged = '{"path":"/home/somebody/.bashrc","baseUrl":"https://evil.example"}'
  /** Values that SQLite takes, whatever Dewpoint says to them. */
  function addRow(file: string, { name, columns }: (typeof tables)[number]): void {
    const isJson = (column: string): boolean =>
      jsonColumns[name]?.includes(column) === true || column === 'body'
    const values = columns.map(({ type, name: column }) => {
      if (type === 'BLOB') return Buffer.from('Unknown frame')
      if (type !== 'TEXT') return 999
      return isJson(column) ? forged : 'forged'
    })
    const database = new Database(file)
    database.pragma('foreign_keys = OFF')
    const names = columns.map((one) => one.name).join(', ')
    database
      .prepare(`insert into ${name} (${names}) values (${values.map(() => '?').join(', ')})`)
      .run(...values)
    database.close()
  }

  it.each(tables.map((table) => [table.name, table] as const))(
    '%s changes nothing of the person’s, does nothing, and leaves the rest',
    async (_, table) => {
      mkdirSync(toFilePath('data'))
      // Small ones: there are many tables.
      for (const name of ['theirs', 'data/dewpoint.sqlite']) {
        rmSync(toFilePath(name), { force: true })
        writeOldDatabase(toFilePath(name), { version: latestVersion, tasks: 2, charsEach: 10 })
      }
      const own = await withStore(acting)
      const before = readAllRows(toFilePath('data/dewpoint.sqlite'))
      addRow(toFilePath('theirs'), table)
      const restored = await restore({
        folder: toFilePath('data'),
        from: toFilePath('theirs'),
        now: 7,
      }).catch((error: unknown) => error)
      const isRefused = restored instanceof StoreFailure
      expect(isRefused ? restored.hint : 'Nothing was changed.').toContain('Nothing was changed.')
      // Where the person's own is now.
      const names = readdirSync(toFilePath('data'))
      const mine = isRefused ? 'dewpoint.sqlite' : names.find((name) => name.includes('.replaced-'))
      expect(readAllRows(toFilePath(`data/${mine}`))).toEqual(before)
      await withStore(async (store) => {
        expect(await acting(store)).toEqual(own)
        expect((await store.tasks.list()).map(({ id }) => id)).toEqual(
          expect.arrayContaining(['task-0', 'task-1']),
        )
        const findings = await store.integrityCheck()
        expect(findings.filter((one) => !one.includes('refers to a row'))).toEqual([])
      })
    },
  )

  it('no table is left out', () => expect(tables.length).toBeGreaterThan(30))
})

it('a backup with a number that none is is refused in words', async () => {
  const theirs = new Database(toFilePath('theirs'))
  theirs.exec(`insert into library_folders values ('/x', 1e999)`)
  theirs.close()
  const refused = restore({ folder: toFilePath('data'), from: toFilePath('theirs'), now: 7 })
  await expect(refused).rejects.toThrow(StoreFailure)
  await expect(refused).rejects.toThrow(
    /^This is no whole database of Dewpoint: in a row of library_folders, added_ts (must|holds) [^[{]+$/,
  )
})
