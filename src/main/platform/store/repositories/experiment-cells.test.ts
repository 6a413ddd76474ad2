import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operationKindSchema } from '../../../../shared/kernel/provenance.ts'
import type { Store } from '../store.ts'
import { makeBlob, makeCell, makeExperiment, saveCell } from '../testing/experiment-fixtures.ts'
import { makeBench, type StoreBench } from '../testing/fixtures.ts'

const writeCells = fileURLToPath(new URL('../testing/write-cells.ts', import.meta.url))

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

describe('cells', () => {
  beforeEach(() => store.experiments.insert(makeExperiment()))

  it('come back as they were saved', async () => {
    const done = makeCell({ payloadBlob: 'p', judgementsBlob: 'j', isReused: true })
    const failed = makeCell({
      id: 'v6/task-1@8/1',
      status: 'failed',
      outcome: 'failed',
      stats: null,
      chance: null,
      error: { code: 'timeout', message: 'Too late.' },
      finishedTs: 1999.5,
    })
    await store.experiments.saveCell(done, [makeBlob('p'), makeBlob('j')])
    await store.experiments.saveCell(failed, [])
    expect(await store.experiments.cells('experiment-1')).toEqual([failed, done])
    expect(await store.experiments.cell('experiment-1', done.id)).toEqual(done)
    expect(await store.experiments.cell('experiment-1', 'other')).toBeNull()
    expect(await store.blobs.get('p')).toEqual(Buffer.from('p'))
  })

  it('of a version that did not pack them are read beside those of this one, and their cost is summed with theirs', async () => {
    await store.experiments.insert(makeExperiment({ id: 'imported', isImported: true }))
    const cell = makeCell({ experimentId: 'imported' })
    await saveCell(store, { ...cell, id: 'old', finishedTs: 1 })
    await saveCell(store, { ...cell, id: 'new', finishedTs: 2 })
    const { outcome, stats, values, chance, isJudgeFlipped, timeMs, warnings, reason, error } = cell
    const content = { outcome, stats, values, chance, isJudgeFlipped, timeMs, warnings, reason, error }
    const raw = new Database(join(bench.folder, 'dewpoint.sqlite'))
    raw.prepare(`update cells set packed = null, cell = ? where cell_id = 'old'`).run(JSON.stringify(content))
    raw.close()
    expect(await store.experiments.cells('imported')).toEqual([
      { ...cell, id: 'old', finishedTs: 1 },
      { ...cell, id: 'new', finishedTs: 2 },
    ])
    expect(await store.experiments.summary('imported')).toMatchObject({ costUsd: 0.5 })
  })

  it('whose packed figures are damaged are left out, and named', async () => {
    await saveCell(store, { id: 'whole' })
    await saveCell(store, { id: 'torn' })
    const raw = new Database(join(bench.folder, 'dewpoint.sqlite'))
    raw.exec(`update cells set packed = substr(packed, 1, 20) where cell_id = 'torn'`)
    raw.close()
    expect((await store.experiments.cells('experiment-1')).map(({ id }) => id)).toEqual(['whole'])
    expect([...store.unreadableRows().keys()]).toEqual(['cells'])
    await expect(store.experiments.cell('experiment-1', 'torn')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('that another machine did take the place of none of one’s own, whichever ended first', async () => {
    await saveCell(store, { id: 'theirs before', doneBy: 'lab', finishedTs: 1 })
    const { key } = makeCell()
    const found = async () => (await store.experiments.findCells([key])).get(key)?.id
    expect(await found()).toBe('theirs before')
    await saveCell(store, { id: 'mine', finishedTs: 2 })
    await saveCell(store, { id: 'theirs after', doneBy: 'lab', finishedTs: 3 })
    expect(await found()).toBe('mine')
  })

  it('are replaced whole, and blobs that are no longer needed go', async () => {
    await saveCell(store, { payloadBlob: 'old', judgementsBlob: 'same' })
    await saveCell(store, { payloadBlob: 'new', judgementsBlob: 'same', key: 'key-2', reason: 'Again.' })
    expect(await store.experiments.cells('experiment-1')).toEqual([
      makeCell({ payloadBlob: 'new', judgementsBlob: 'same', key: 'key-2', reason: 'Again.' }),
    ])
    const kept = await Promise.all(['old', 'new', 'same'].map((hash) => store.blobs.has(hash)))
    expect(kept).toEqual([false, true, true])
  })

  it('are saved with their blobs or not at all', async () => {
    const cell = makeCell({ payloadBlob: 'payload', judgementsBlob: 'missing' })
    await expect(store.experiments.saveCell(cell, [makeBlob('payload')])).rejects.toMatchObject({
      name: 'StoreFailure',
    })
    expect(await store.experiments.cells('experiment-1')).toEqual([])
    expect(await store.blobs.has('payload')).toBe(false)
    await expect(saveCell(store, { experimentId: 'nobody' })).rejects.toMatchObject({ name: 'StoreFailure' })
  })

  it('of an import are stored together with it, or neither is', async () => {
    const imported = makeExperiment({ id: 'imported', isImported: true, status: 'finished', finishedTs: 1 })
    const cell = makeCell({ experimentId: 'imported', payloadBlob: 'payload' })
    await expect(store.experiments.insert(imported, [{ cell, blobs: [] }])).rejects.toMatchObject({
      name: 'StoreFailure',
    })
    expect(await store.experiments.get('imported')).toBeNull()
    await store.experiments.insert(imported, [{ cell, blobs: [makeBlob('payload')] }])
    expect(await store.experiments.cells('imported')).toEqual([cell])
  })

  it('that failed are removed on request, and nothing else', async () => {
    await saveCell(store, { id: 'done' })
    await saveCell(store, { id: 'failed', status: 'failed', payloadBlob: 'payload' })
    await store.experiments.insert(makeExperiment({ id: 'other' }))
    await saveCell(store, { id: 'failed', experimentId: 'other', status: 'failed' })
    expect(await store.experiments.removeFailedCells('experiment-1')).toBe(1)
    expect((await store.experiments.cells('experiment-1')).map((cell) => cell.id)).toEqual(['done'])
    expect(await store.experiments.cells('other')).toHaveLength(1)
    expect(await store.blobs.has('payload')).toBe(false)
    expect(await store.experiments.removeFailedCells('experiment-1')).toBe(0)
  })

  it('are found by key in any experiment, unless they failed or were reused themselves', async () => {
    await store.experiments.insert(makeExperiment({ id: 'other' }))
    await saveCell(store, { id: 'a', key: 'done' })
    await saveCell(store, { id: 'b', key: 'failed', status: 'failed' })
    await saveCell(store, { id: 'c', key: 'reused', isReused: true })
    await saveCell(store, { id: 'd', key: 'twice', finishedTs: 2 })
    await saveCell(store, { id: 'e', key: 'twice', finishedTs: 1, experimentId: 'other' })
    const many = Array.from({ length: 40_000 }, (_, index) => `key-${index}`)
    const found = await store.experiments.findCells([...many, 'done', 'failed', 'reused', 'twice'])
    expect([...found].map(([key, cell]) => `${key}: ${cell.experimentId}, ${cell.id}`).toSorted()).toEqual([
      'done: experiment-1, a',
      'twice: experiment-1, d',
    ])
    expect(await store.experiments.findCells([])).toEqual(new Map())
  })
})

describe('a process that is killed while it saves cells', () => {
  it.each([1, 20])('loses none of %i that it has reported', async (count) => {
    const child = spawn(process.execPath, [writeCells, bench.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const done: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      done.push(line)
      if (done.length === count) child.kill('SIGKILL')
    }
    expect(done.length).toBeGreaterThanOrEqual(count)
    const later = await bench.open({ processId: 2 })
    expect(await later.experiments.summary('killed')).toMatchObject({ status: 'interrupted' })
    const cells = await later.experiments.cells('killed')
    for (const id of done) {
      expect(cells).toContainEqual(expect.objectContaining({ id, payloadBlob: `payload-${id}` }))
      expect(await later.blobs.has(`payload-${id}`)).toBe(true)
    }
    expect(await later.integrityCheck()).toEqual([])
    expect(await later.experiments.newestUnfinished('content-1')).toBe('killed')
    expect(await later.experiments.claim('killed')).toBe(true)
  })
})

describe('two hundred cells with all metrics', () => {
  it('take a quarter of a megabyte at most', async () => {
    const metrics = Array.from({ length: 24 }, (_, index) => [`metric-of-a-name-${index}`, 1 / (index + 3)])
    const operations = operationKindSchema.options.map((operation) => ({
      operation,
      parts: 12,
      tokensSaved: 1000,
    }))
    const { stats } = makeCell()
    if (stats === null) throw new Error('The fixture has lost its figures.')
    const experimentId = '01938a2c-5b7e-7c1d-9f00-0123456789ab'
    await store.experiments.insert(makeExperiment({ id: experimentId }))
    const before = (await store.stats()).fileBytes
    for (let index = 0; index < 200; index += 1)
      await store.experiments.saveCell(
        makeCell({
          experimentId,
          id: `balanced/01938a2c-5b7e-7c1d-9f00-0123456789ab@${index}/1`,
          checkpointId: `01938a2c-5b7e-7c1d-9f00-0123456789ab@${index}`,
          key: `${index}`.padStart(64, 'a'),
          values: Object.fromEntries(metrics),
          stats: { ...stats, operations },
        }),
        [],
      )
    expect((await store.stats()).fileBytes - before).toBeLessThan(250_000)
  })
})
