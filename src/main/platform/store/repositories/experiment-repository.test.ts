import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSchemaVersion } from '../copies/database-copy.ts'
import { migrate } from '../database/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Store } from '../store.ts'
import { makeExperiment, saveCell } from '../testing/experiment-fixtures.ts'
import { makeBench, makeCall, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const usage = { input: 1, output: 1, cacheWrites: 0, cacheReads: 0 }

async function spend(experimentId: string | null, costUsd: number | null): Promise<void> {
  const call = await store.spending.reserve(makeCall({ experimentId, worstCaseUsd: 9 }), [])
  if (call.ok && costUsd !== null) await store.spending.settle(call.callId, costUsd, usage)
}

describe('experiments', () => {
  it('come back as they were kept, with the sources that they keep', async () => {
    await putTask(store)
    const experiment = makeExperiment({
      isSample: true,
      sources: [{ snapshotSha256: 'snapshot-1', sourceBlob: 'source-1' }],
    })
    await store.experiments.insert(experiment)
    expect(await store.experiments.get('experiment-1')).toEqual({
      ...experiment,
      bookedUsd: null,
      ownerPid: 1,
    })
    expect(await store.experiments.get('other')).toBeNull()
    expect(await store.experiments.summary('other')).toBeNull()
  })

  it('say what of their cost is perhaps paid: calls that were cut off here and elsewhere', async () => {
    const alive = new Set([2, 3])
    const openAs = (processId: number): Promise<Store> =>
      bench.open({ processId, isProcessAlive: (id) => alive.has(id) })
    const dying = await openAs(2)
    await dying.experiments.insert(makeExperiment())
    for (const isSent of [true, true, false]) {
      const call = makeCall({ experimentId: 'experiment-1', worstCaseUsd: 0.5 })
      const answer = await dying.spending.reserve(call, [])
      if (answer.ok && isSent) await dying.spending.markSent(answer.callId)
    }
    alive.delete(2)
    const { experiments } = await openAs(3)
    const said = async () => (await experiments.summary('experiment-1')) ?? null
    expect(await said()).toMatchObject({ costUsd: 1, perhapsPaid: { calls: 2, usd: 1 } })
    await experiments.bookElsewhere('experiment-1', 4, { calls: 1, usd: 0.25 })
    expect(await said()).toMatchObject({ costUsd: 5, perhapsPaid: { calls: 3, usd: 1.25 } })
  })

  it('are summed up without reading their plans: what there is, what is done, what it cost', async () => {
    await store.experiments.insert(makeExperiment())
    await store.experiments.insert(makeExperiment({ id: 'other', createdTs: 500 }))
    await saveCell(store, { id: 'a' })
    await saveCell(store, { id: 'b', isReused: true })
    await saveCell(store, { id: 'c', status: 'failed', stats: null })
    await saveCell(store, { id: 'd', experimentId: 'other' })
    await spend('experiment-1', 0.5)
    await spend('experiment-1', 0.25)
    await spend('experiment-1', null)
    await spend('other', 4)
    await spend(null, 8)
    expect(await store.experiments.summary('experiment-1')).toEqual({
      id: 'experiment-1',
      name: 'v6 against v7',
      question: 'Which keeps more?',
      contentSha256: 'content-1',
      status: 'running',
      reason: '',
      isSample: false,
      isImported: false,
      variants: 2,
      checkpoints: 3,
      tasks: 2,
      cells: { total: 12, done: 2, failed: 1, reused: 1 },
      costUsd: 0.75,
      createdTs: 1000,
      finishedTs: null,
    })
    expect((await store.experiments.list()).map(({ id, cells }) => [id, cells.done])).toEqual([
      ['experiment-1', 2],
      ['other', 1],
    ])
  })

  it('that were imported cost what their own cells did', async () => {
    const imported = { isImported: true, status: 'finished', finishedTs: 3 } as const
    await store.experiments.insert(makeExperiment(imported))
    await saveCell(store, { id: 'a' })
    await saveCell(store, { id: 'b' })
    await saveCell(store, { id: 'reused', isReused: true })
    await saveCell(store, { id: 'failed', status: 'failed', stats: null })
    expect(await store.experiments.summary('experiment-1')).toMatchObject({ costUsd: 0.5 })
  })

  it('keep a source once that several of their tasks have', async () => {
    await putTask(store)
    const source = { snapshotSha256: 'snapshot-1', sourceBlob: 'source-1' }
    await store.experiments.insert(makeExperiment({ sources: [source, source] }))
    expect(await store.experiments.get('experiment-1')).toMatchObject({ sources: [source] })
  })

  it('are not kept with a source that is not there, nor twice', async () => {
    const sources = [{ snapshotSha256: 's', sourceBlob: 'missing' }]
    await expect(store.experiments.insert(makeExperiment({ sources }))).rejects.toMatchObject({
      name: 'StoreFailure',
    })
    expect(await store.experiments.list()).toEqual([])
    await store.experiments.insert(makeExperiment())
    await expect(store.experiments.insert(makeExperiment())).rejects.toMatchObject({ name: 'StoreFailure' })
  })

  it('keep their sources, and what was measured of them, when the task is forgotten', async () => {
    await putTask(store)
    const measured = { hash: 'measured', bytes: new Uint8Array([1]) }
    await store.measurements.put({ snapshotSha256: 'snapshot-1', counterId: 'o200k', blob: measured })
    await store.experiments.insert(
      makeExperiment({ sources: [{ snapshotSha256: 'snapshot-1', sourceBlob: 'source-1' }] }),
    )
    await store.tasks.forget('task-1')
    expect(await store.blobs.has('source-1')).toBe(true)
    expect(await store.measurements.get('snapshot-1', 'o200k')).not.toBeNull()
    expect(await store.experiments.remove('experiment-1')).toBe(true)
    expect(await store.stats()).toMatchObject({ blobs: 0 })
    expect(await store.experiments.remove('experiment-1')).toBe(false)
  })

  it('are removed with their cells, not with what others share', async () => {
    await putTask(store)
    const sources = [{ snapshotSha256: 'snapshot-1', sourceBlob: 'source-1' }]
    await store.experiments.insert(makeExperiment({ sources }))
    await store.experiments.insert(makeExperiment({ id: 'other' }))
    await saveCell(store, { payloadBlob: 'shared', judgementsBlob: 'judged' })
    await saveCell(store, { experimentId: 'other', payloadBlob: 'shared', judgementsBlob: 'judged too' })
    await store.experiments.remove('experiment-1')
    const kept = await Promise.all(
      ['source-1', 'shared', 'judged', 'judged too'].map((hash) => store.blobs.has(hash)),
    )
    expect(kept).toEqual([true, true, false, true])
    expect(await store.experiments.cells('experiment-1')).toEqual([])
    expect(await store.integrityCheck()).toEqual([])
  })

  it('keep their blobs when the store is opened a day later', async () => {
    await putTask(store)
    await store.experiments.insert(
      makeExperiment({ sources: [{ snapshotSha256: 'snapshot-1', sourceBlob: 'source-1' }] }),
    )
    await store.tasks.forget('task-1')
    await saveCell(store, { payloadBlob: 'payload', judgementsBlob: 'judged' })
    await saveCell(store, { id: 'bare' })
    await store.blobs.put('loose', new Uint8Array([1]))
    const later = await bench.open({ clock: () => 1e12 })
    expect(await later.stats()).toMatchObject({ blobs: 3 })
    expect(await later.blobs.has('loose')).toBe(false)
  })
})

describe('the newest unfinished experiment', () => {
  it.each([
    ['was interrupted', { status: 'interrupted' }, 'experiment-1'],
    ['was cancelled', { status: 'cancelled' }, 'experiment-1'],
    ['was stopped', { status: 'stopped' }, 'experiment-1'],
    ['runs', { status: 'running' }, 'experiment-1'],
    ['has finished', { status: 'finished' }, null],
    ['does something else', { status: 'interrupted', contentSha256: 'other' }, null],
    ['was imported', { status: 'interrupted', isImported: true }, null],
  ] as const)('where one %s', async (_name, more, expected) => {
    await store.experiments.insert(makeExperiment(more))
    expect(await store.experiments.newestUnfinished('content-1')).toBe(expected)
  })

  it('is the latest of several, and one with failed cells counts', async () => {
    await store.experiments.insert(makeExperiment({ id: 'a', createdTs: 1, status: 'interrupted' }))
    await store.experiments.insert(makeExperiment({ id: 'b', createdTs: 2, status: 'finished' }))
    await store.experiments.insert(makeExperiment({ id: 'c', createdTs: 3, status: 'finished' }))
    expect(await store.experiments.newestUnfinished('content-1')).toBe('a')
    await saveCell(store, { experimentId: 'b', status: 'failed' })
    expect(await store.experiments.newestUnfinished('content-1')).toBe('b')
  })
})

describe('the owner of an experiment', () => {
  const end = { status: 'stopped', reason: 'The budget is used up.', finishedTs: 7000 } as const

  it('ends it once', async () => {
    await store.experiments.insert(makeExperiment())
    expect(await store.experiments.finish('experiment-1', end)).toBe(true)
    expect(await store.experiments.summary('experiment-1')).toMatchObject(end)
    expect(await store.experiments.finish('experiment-1', { ...end, status: 'finished' })).toBe(false)
    expect(await store.experiments.finish('unknown', end)).toBe(false)
  })

  it('is nobody else while its process lives', async () => {
    await store.experiments.insert(makeExperiment())
    const beside = await bench.open({ processId: 2, isProcessAlive: (id) => id === 1 })
    expect(await beside.experiments.summary('experiment-1')).toMatchObject({ status: 'running' })
    expect(await beside.experiments.claim('experiment-1')).toBe(false)
    expect(await beside.experiments.finish('experiment-1', end)).toBe(false)
    expect(await store.experiments.claim('experiment-1')).toBe(false)
    expect(await beside.experiments.claim('unknown')).toBe(false)
    const sameNumber = await bench.open()
    expect(await sameNumber.experiments.claim('experiment-1')).toBe(false)
    expect(await sameNumber.experiments.finish('experiment-1', end)).toBe(false)
  })

  it('changes when its process is gone; cells that it saves late are kept all the same', async () => {
    await store.experiments.insert(makeExperiment())
    const heir = await bench.open({ processId: 2 })
    expect(await heir.experiments.summary('experiment-1')).toMatchObject({
      status: 'interrupted',
      finishedTs: 5000,
    })
    expect(await heir.experiments.claim('experiment-1')).toBe(true)
    await saveCell(store, { id: 'late' })
    expect(await store.experiments.finish('experiment-1', end)).toBe(false)
    expect(await heir.experiments.get('experiment-1')).toMatchObject({
      status: 'running',
      finishedTs: null,
      ownerPid: 2,
    })
    expect(await heir.experiments.cells('experiment-1')).toHaveLength(1)
    expect(await heir.experiments.finish('experiment-1', end)).toBe(true)
  })

  it('is nobody any more when a process with the same number opens the store later', async () => {
    await store.experiments.insert(makeExperiment())
    await store.close()
    const later = await bench.open()
    expect(await later.experiments.list()).toMatchObject([{ status: 'interrupted' }])
  })

  it('of one that has ended may be anybody; its reason is gone then', async () => {
    await store.experiments.insert(makeExperiment({ status: 'stopped', reason: 'Spent.', finishedTs: 3 }))
    expect(await store.experiments.claim('experiment-1')).toBe(true)
    expect(await store.experiments.summary('experiment-1')).toMatchObject({ status: 'running', reason: '' })
  })
})

describe('a store of the version before experiments', () => {
  it('is brought up to date with what it holds, and a copy of how it was', async () => {
    const folder = await makeBench({ isNew: true })
    const raw = new Database(join(folder.folder, 'dewpoint.sqlite'))
    migrate(raw, migrations.slice(0, 3), 0)
    raw.exec(`insert into preferences values ('layout', '"wide"')`)
    raw.close()
    const opened = await folder.open()
    expect(await opened.preferences.all()).toEqual({ layout: 'wide' })
    await opened.experiments.insert(makeExperiment())
    expect(await opened.integrityCheck()).toEqual([])
    const backups = readdirSync(folder.folder).filter((name) => name.endsWith('.backup'))
    expect(backups).toEqual([expect.stringMatching(/^dewpoint\.sqlite\.v3-/)])
    const copy = new Database(join(folder.folder, backups[0] ?? ''), { readonly: true })
    expect(readSchemaVersion(copy)).toBe(3)
    copy.close()
    await folder.clean()
  })
})
