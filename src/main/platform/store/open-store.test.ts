import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from './migrations/migrations.ts'
import { encodeText, makeBench, makeRun, putTask, type StoreBench } from './testing/fixtures.ts'

const writeRuns = fileURLToPath(new URL('testing/write-runs.ts', import.meta.url))
const readTasks = fileURLToPath(new URL('testing/read-tasks.ts', import.meta.url))
const tryToOpen = fileURLToPath(new URL('testing/try-to-open.ts', import.meta.url))

let bench: StoreBench
beforeEach(async () => {
  bench = await makeBench({ isNew: true })
})
afterEach(() => bench.clean())

const filePath = (): string => join(bench.folder, 'dewpoint.sqlite')

describe('opening the store', () => {
  it('makes the folder and an empty database that keeps its word', async () => {
    const store = await bench.open({ folder: join(bench.folder, 'new', 'folder') })
    expect(await store.tasks.list()).toEqual([])
    expect(await store.integrityCheck()).toEqual([])
    expect(await store.stats()).toMatchObject({
      tasks: 0,
      runs: 0,
      blobs: 0,
      blobBytes: 0,
      schemaVersion: migrations.at(-1)!.version,
    })
    const raw = new Database(store.filePath, { readonly: true })
    expect(raw.pragma('journal_mode', { simple: true })).toBe('wal')
    raw.close()
  })

  it('finds what an earlier opening left', async () => {
    const first = await bench.open()
    await putTask(first)
    await first.runs.insertRunning(makeRun())
    await first.runs.finish('run-1', {
      status: 'cancelled',
      finishedTs: 9,
      outcome: null,
      payload: { hash: 'p', bytes: encodeText('p') },
    })
    await first.preferences.set('layout', { width: [1, 2] })
    await first.close()
    const second = await bench.open()
    expect(await second.tasks.list()).toHaveLength(1)
    expect(await second.runs.list()).toMatchObject([{ id: 'run-1', status: 'cancelled' }])
    expect(await second.blobs.get('p')).toEqual(Buffer.from('p'))
    expect(await second.preferences.all()).toEqual({ layout: { width: [1, 2] } })
  })

  it('ends the runs of processes that are gone, and only those', async () => {
    const gone = await bench.open({ processId: 10 })
    await putTask(gone)
    await gone.runs.insertRunning(makeRun({ id: 'of-gone' }))
    const alive = await bench.open({ processId: 20, isProcessAlive: (id) => id === 10 })
    await alive.runs.insertRunning(makeRun({ id: 'of-alive' }))
    const third = await bench.open({ processId: 30, isProcessAlive: (id) => id === 20 })
    const runs = await third.runs.list()
    expect(runs.map((run) => [run.id, run.status, run.finishedTs])).toEqual([
      ['of-alive', 'running', null],
      ['of-gone', 'interrupted', 5000],
    ])
    expect(
      await gone.runs.finish('of-gone', { status: 'cancelled', finishedTs: 1, outcome: null, payload: null }),
    ).toBe(false)
  })

  it('ends the runs of a process that had the same number', async () => {
    const first = await bench.open({ processId: 7 })
    await putTask(first)
    await first.runs.insertRunning(makeRun())
    const beside = await bench.open({ processId: 7 })
    expect(await beside.runs.list()).toMatchObject([{ status: 'running' }])
    await first.close()
    const later = await bench.open({ processId: 7 })
    expect(await later.runs.list()).toMatchObject([{ status: 'interrupted' }])
  })

  it('collects blobs that nothing has referred to for a day', async () => {
    const day = 24 * 60 * 60 * 1000
    const store = await bench.open({ clock: () => 0 })
    await putTask(store)
    await store.blobs.put('forgotten', encodeText('x'))
    const soon = await bench.open({ clock: () => day })
    expect(await soon.blobs.has('forgotten')).toBe(true)
    const later = await bench.open({ clock: () => day + 1 })
    expect(await later.blobs.has('forgotten')).toBe(false)
    expect(await later.blobs.has('source-1')).toBe(true)
  })
})

describe('a database that cannot be used', () => {
  it('is named when it is no database, and left alone', async () => {
    writeFileSync(filePath(), 'this is not a database, it only looks like a file of one '.repeat(50))
    await expect(bench.open()).rejects.toMatchObject({
      name: 'StoreFailure',
      code: 'corrupt',
      where: filePath(),
    })
    expect(readdirSync(bench.folder)).toEqual(['dewpoint.sqlite'])
  })

  it('is named when its pages are damaged', async () => {
    const store = await bench.open()
    for (let index = 0; index < 50; index += 1)
      await putTask(store, { id: `task-${index}`, sourceBlob: `s-${index}` })
    await store.close()
    const raw = new Database(filePath())
    raw.pragma('wal_checkpoint(truncate)')
    const pages = Number(raw.pragma('page_count', { simple: true }))
    raw.close()
    const file = openSync(filePath(), 'r+')
    for (let page = 1; page < pages; page += 1)
      writeSync(file, Buffer.alloc(2000, 0xa5), 0, 2000, page * 4096)
    closeSync(file)
    await expect(bench.open().then((damaged) => damaged.tasks.list())).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('is named when a newer program wrote it, and left alone', async () => {
    await (await bench.open()).close()
    const raw = new Database(filePath())
    raw.pragma('user_version = 99')
    raw.close()
    await expect(bench.open()).rejects.toMatchObject({ code: 'newer', where: filePath() })
    expect(readdirSync(bench.folder)).toEqual(['dewpoint.sqlite'])
  })

  it('is named when another program holds it', async () => {
    const store = await bench.open({ busyTimeoutMs: 1 })
    const raw = new Database(filePath())
    raw.exec('begin immediate')
    await expect(store.preferences.set('a', 1)).rejects.toMatchObject({ code: 'locked' })
    await expect(putTask(store)).rejects.toMatchObject({ code: 'locked' })
    expect(await store.tasks.list()).toEqual([])
    raw.close()
    await putTask(store)
    expect(await store.tasks.list()).toHaveLength(1)
  })

  it('is named when the folder is a file', async () => {
    const path = join(bench.folder, 'file')
    writeFileSync(path, '')
    await expect(bench.open({ folder: path })).rejects.toMatchObject({ name: 'StoreFailure' })
  })

  it('is named when a folder has its name', async () => {
    mkdirSync(filePath())
    await expect(bench.open()).rejects.toMatchObject({ code: 'not-a-file', where: filePath() })
  })

  it('is named when it was closed', async () => {
    const store = await bench.open()
    await store.close()
    await expect(store.tasks.list()).rejects.toMatchObject({ name: 'StoreFailure', code: 'failed' })
    await expect(store.stats()).rejects.toMatchObject({ name: 'StoreFailure' })
    await store.close()
  })

  it.skipIf(process.platform === 'win32')('is named when the folder may not be written to', async () => {
    await (await bench.open()).close()
    chmodSync(filePath(), 0o444)
    chmodSync(bench.folder, 0o555)
    // The administrator may write anywhere; the child is somebody else.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const child = spawnSync(process.execPath, [tryToOpen, bench.folder], {
      encoding: 'utf8',
      ...user,
    })
    chmodSync(bench.folder, 0o755)
    expect([child.stdout, child.stderr]).toEqual(['read-only', ''])
  })
})

describe('a data folder that may not be written to', () => {
  it.skipIf(process.platform === 'win32')(
    'is read, refuses what is to be kept, and stays as it is',
    async () => {
      const store = await bench.open()
      await putTask(store)
      await store.close()
      const before = readFileSync(filePath())
      chmodSync(filePath(), 0o444)
      chmodSync(bench.folder, 0o555)
      const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
      const child = spawnSync(process.execPath, [readTasks, bench.folder], { encoding: 'utf8', ...user })
      chmodSync(bench.folder, 0o755)
      expect([JSON.parse(child.stdout), child.stderr]).toEqual([
        {
          titles: ['Fix the bug'],
          refused: 'The data folder cannot be written to, so nothing was stored',
          isReadOnly: true,
        },
        '',
      ])
      expect(readFileSync(filePath()).equals(before)).toBe(true)
      expect(readdirSync(bench.folder)).toEqual(['dewpoint.sqlite'])
    },
  )
})

describe('several processes', () => {
  it('write into one database at once and lose nothing', async () => {
    const children = ['a', 'b', 'c'].map((name) =>
      spawn(process.execPath, [writeRuns, bench.folder, name, '20']),
    )
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown))
    expect(codes).toEqual([0, 0, 0])
    const store = await bench.open()
    const runs = await store.runs.list()
    expect(runs).toHaveLength(60)
    expect(runs.every((run) => run.status === 'cancelled')).toBe(true)
    expect(await store.integrityCheck()).toEqual([])
  })

  it.each([1, 23])('lose nothing that was reported done when one is killed after %i runs', async (count) => {
    const child = spawn(process.execPath, [writeRuns, bench.folder, 'victim'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const done: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      done.push(line)
      if (done.length === count) child.kill('SIGKILL')
    }
    expect(done.length).toBeGreaterThanOrEqual(count)
    const store = await bench.open()
    for (const id of done) {
      expect(await store.runs.get(id)).toMatchObject({ status: 'cancelled', payloadBlob: `payload-${id}` })
      expect(await store.blobs.get(`payload-${id}`)).toEqual(Buffer.from(`${id} `.repeat(2000)))
    }
    const others = (await store.runs.list()).filter((run) => !done.includes(run.id))
    expect(others.length).toBeLessThanOrEqual(1)
    expect(others.every((run) => run.status === 'interrupted' || run.status === 'cancelled')).toBe(true)
    expect(await store.integrityCheck()).toEqual([])
  })
})
