import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../migrations/migrations.ts'
import type { FoundTask } from '../records.ts'
import type { Store } from '../store.ts'
import { encodeText, makeBench, makeTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const found = (more: Partial<FoundTask> = {}): FoundTask => ({
  id: 't',
  path: '/tasks/t',
  stamp: '1',
  sizeBytes: 10,
  title: 'As the files say',
  agent: 'roo',
  model: null,
  workspace: '/w',
  costUsd: 2,
  lastActivityTs: 5,
  ...more,
})
const read = (stamp: string): Promise<void> => {
  const task = makeTask({ id: 't', title: 'As the history says', openedTs: 7 })
  const blob = { hash: task.sourceBlob, bytes: encodeText('x') }
  return store.tasks.upsert(task, [blob], { stamp, sizeBytes: 20, reader: 'roo-task@1' })
}

describe('a task that is found', () => {
  it('is listed with what its files show, and null for the rest', async () => {
    expect(await store.library.found([found()], 7, false)).toEqual(['t'])
    expect(await store.tasks.summary('t')).toMatchObject({
      title: 'As the files say',
      state: 'found',
      sizeBytes: 10,
      costUsd: 2,
      openedTs: 7,
      messages: null,
      tokens: null,
      era: null,
      format: null,
      condensations: null,
      failure: null,
    })
    expect(await store.tasks.get('t')).toBeNull()
    expect(await store.tasks.list()).toHaveLength(1)
    expect(await store.stats()).toMatchObject({ tasks: 1 })
  })

  it('changes its row only when its files have changed', async () => {
    await store.library.found([found()], 7, false)
    expect(await store.library.found([found({ title: 'Other' })], 8, false)).toEqual([])
    expect(await store.library.found([found({ title: 'Other', stamp: '2' })], 8, false)).toEqual(['t'])
    expect(await store.tasks.summary('t')).toMatchObject({ title: 'Other', openedTs: 7 })
  })

  it('is listed with what its history says once it was read', async () => {
    await store.library.found([found()], 7, false)
    await read('1')
    expect(await store.tasks.summary('t')).toMatchObject({
      title: 'As the history says',
      state: 'read',
      sizeBytes: 20,
      messages: 3,
    })
    expect(await store.library.entry('t')).toMatchObject({ stamp: '1', readStamp: '1', reader: 'roo-task@1' })
  })

  it('fails in one state of its files and not in the next', async () => {
    await store.library.found([found()], 7, false)
    await store.library.failed('t', '1', 'It is damaged.', 'all@1')
    expect(await store.tasks.summary('t')).toMatchObject({ state: 'failed', failure: 'It is damaged.' })
    await store.library.found([found({ stamp: '2' })], 8, false)
    expect(await store.tasks.summary('t')).toMatchObject({ state: 'found', failure: null })
  })

  it('is gone once, and comes back', async () => {
    await store.library.found([found()], 7, false)
    expect(await store.library.gone(['t', 'unknown'])).toEqual(['t'])
    expect(await store.library.gone(['t'])).toEqual([])
    expect(await store.tasks.summary('t')).toMatchObject({ state: 'gone' })
    expect(await store.library.found([found()], 8, false)).toEqual(['t'])
    expect(await store.tasks.summary('t')).toMatchObject({ state: 'found' })
  })
})

describe('a task that was taken out of the library', () => {
  beforeEach(async () => {
    await store.library.found([found()], 7, false)
    await read('1')
  })

  it('stays away until its files change or it is opened', async () => {
    expect(await store.tasks.forget('t', true)).toBe(true)
    expect(await store.tasks.list()).toEqual([])
    expect(await store.tasks.get('t')).toBeNull()
    expect(await store.library.found([found()], 8, false)).toEqual([])
    expect(await store.tasks.list()).toEqual([])
    expect(await store.library.found([found({ stamp: '2' })], 9, false)).toEqual(['t'])
    expect(await store.tasks.list()).toMatchObject([{ state: 'found', openedTs: 9 }])
    await store.tasks.forget('t', true)
    expect(await store.library.found([found({ stamp: '2' })], 10, true)).toEqual(['t'])
    expect(await store.tasks.list()).toMatchObject([{ openedTs: 10 }])
  })

  it('leaves nothing where it need not stay away', async () => {
    expect(await store.tasks.forget('t')).toBe(true)
    expect(await store.library.entries()).toEqual([])
    expect(await store.tasks.forget('t')).toBe(false)
    expect(await store.integrityCheck()).toEqual([])
  })
})

describe('folders', () => {
  it('are kept once, in order of path', async () => {
    for (const path of ['/b', '/a', '/b']) await store.library.addFolder(path, 1)
    expect(await store.library.folders()).toEqual(['/a', '/b'])
    expect(await store.library.removeFolder('/a', [])).toBe(true)
    expect(await store.library.removeFolder('/a', [])).toBe(false)
    expect(await store.library.folders()).toEqual(['/b'])
  })
})

describe('a database of version 4', () => {
  it('lists its tasks as read, and those with a path as tasks to look at again', async () => {
    const folder = join(bench.folder, 'old')
    mkdirSync(folder)
    const raw = new Database(join(folder, 'dewpoint.sqlite'))
    for (const { version, sql } of migrations.filter((step) => step.version <= 4)) {
      raw.exec(sql)
      raw.pragma(`user_version = ${version}`)
    }
    raw.exec(`insert into blobs values ('b', x'00', 1)`)
    const row = raw.prepare(
      `insert into tasks values (?, 'roo-task', ?, 'Old', null, null, null, 'xml', ?, 3, 5, 1.5, 0, 2, 1, 's', 'b', ?)`,
    )
    const problem = { file: 'f', place: '', reason: 'r', severity: 'warning' }
    const meta = JSON.stringify({
      problems: [problem],
      usage: { requests: [], condensations: [] },
      hiddenRange: null,
      style: makeTask().meta.style,
    })
    row.run('path', '/tasks/1', 0, meta)
    row.run('dropped', '', 0, meta)
    row.run('sample', '/sample', 1, meta)
    raw.close()
    const upgraded = await bench.open({ folder })
    const listed = await upgraded.tasks.list()
    expect(listed.map(({ id, state, problems, tokens }) => [id, state, problems, tokens])).toEqual([
      ['dropped', 'read', 1, 5],
      ['path', 'read', 1, 5],
      ['sample', 'read', 1, 5],
    ])
    const entries = await upgraded.library.entries()
    expect(entries.filter(({ isFollowed }) => isFollowed)).toMatchObject([{ id: 'path', stamp: null }])
    expect((await upgraded.library.bySessionKeys(['roo:1', 'roo:none'])).map(({ id }) => id)).toEqual([
      'path',
    ])
  })
})
