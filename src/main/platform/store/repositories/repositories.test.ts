import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { Store } from '../store.ts'
import { encodeText, makeBench, makeRun, makeTask, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const outcome: OutcomeSummary = {
  status: 'condensed',
  stats: {
    originalTokens: 100,
    finalTokens: 40,
    reductionPercent: 60,
    costUsd: 0,
    durationMs: 12.5,
    modelCalls: 0,
    cacheHits: 0,
    operations: [],
  },
  passes: [],
  fidelity: null,
  validity: [],
  warnings: [],
  reason: '',
  error: null,
  attempts: [],
  events: [],
  trace: [],
}
const payload = (name: string) => ({ hash: name, bytes: encodeText(name) })
const condensed = (name: string) => ({
  status: 'condensed' as const,
  finishedTs: 4000,
  outcome,
  payload: payload(name),
})

/** Names of all blobs, to see what was collected. */
function blobs(): readonly unknown[] {
  const raw = new Database(store.filePath, { readonly: true })
  const hashes = raw.prepare('select hash from blobs order by hash').pluck().all()
  raw.close()
  return hashes
}

describe('tasks', () => {
  it('come back as they were kept', async () => {
    const task = makeTask({ isSample: true, tokens: 5, title: 'Quotes \' " and ✓' })
    await store.tasks.upsert(task, [payload(task.sourceBlob)])
    expect(await store.tasks.get(task.id)).toEqual(task)
    expect(await store.tasks.get('other')).toBeNull()
    expect(await store.tasks.summary('other')).toBeNull()
  })

  it('are listed newest first, with their problems and runs counted', async () => {
    await putTask(store, { id: 'old', openedTs: 1 })
    await putTask(store, { id: 'new', openedTs: 2 })
    await store.runs.insertRunning(makeRun({ taskId: 'old' }))
    const { meta, snapshotSha256, sourceBlob, ...summary } = makeTask({ id: 'old', openedTs: 1 })
    const [first, second] = await store.tasks.list()
    expect(first).toMatchObject({ id: 'new', runs: 0, problems: 1 })
    const files = {
      sizeBytes: null,
      state: 'read',
      failure: null,
      models: [],
      readTs: 5000,
      isGrowing: false,
      parentTaskId: null,
    }
    expect(second).toEqual({ ...summary, ...files, runs: 1, problems: meta.problems.length })
    expect(await store.tasks.summary('old')).toEqual(second)
    expect([snapshotSha256, sourceBlob]).toEqual(['snapshot-1', 'source-1'])
  })

  it('are replaced with their runs kept, and the source that nobody needs any more collected', async () => {
    await putTask(store)
    await putTask(store, { snapshotSha256: 'snapshot-2', sourceBlob: 'source-2' })
    expect(blobs()).toEqual(['source-2'])
    await store.runs.insertRunning(makeRun({ snapshotSha256: 'snapshot-2', sourceBlob: 'source-2' }))
    await putTask(store, { snapshotSha256: 'snapshot-3', sourceBlob: 'source-3', title: 'Again' })
    expect(blobs()).toEqual(['source-2', 'source-3'])
    expect(await store.runs.list()).toMatchObject([{ id: 'run-1', taskTitle: 'Again' }])
  })

  it('are replaced without a search for leftovers where their history is the same', async () => {
    await putTask(store)
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    try {
      const removals = (): number => prepare.mock.calls.filter(([text]) => text.startsWith('delete')).length
      await putTask(store, { title: 'Other' })
      expect(removals()).toBe(0)
      await putTask(store, { snapshotSha256: 'other' })
      expect(removals()).toBeGreaterThan(0)
    } finally {
      prepare.mockRestore()
    }
  })

  it('get their tokens when they were counted', async () => {
    await putTask(store)
    await store.tasks.setTokens('task-1', 1234)
    expect(await store.tasks.summary('task-1')).toMatchObject({ tokens: 1234 })
  })

  it('are not kept without their source', async () => {
    await expect(store.tasks.upsert(makeTask())).rejects.toMatchObject({
      name: 'StoreFailure',
      code: 'failed',
    })
    expect(await store.tasks.list()).toEqual([])
  })

  it('are not kept when a field makes no sense', async () => {
    await expect(putTask(store, { costUsd: Number.NaN })).rejects.toMatchObject({ code: 'failed' })
    expect(blobs()).toEqual([])
  })

  it('are forgotten with their runs, and with every blob that nothing else needs', async () => {
    await putTask(store)
    await putTask(store, { id: 'other', sourceBlob: 'shared' })
    await store.measurements.put({
      snapshotSha256: 'snapshot-1',
      counterId: 'o200k',
      blob: payload('measured'),
    })
    await store.runs.insertRunning(makeRun({ sourceBlob: 'shared' }))
    await store.runs.finish('run-1', condensed('result'))
    await store.blobs.put('loose', encodeText('loose'))
    expect(await store.tasks.forget('task-1')).toBe(true)
    expect(await store.runs.list()).toEqual([])
    expect(blobs()).toEqual(['loose', 'measured', 'shared'])
    expect(await store.tasks.forget('other')).toBe(true)
    expect(blobs()).toEqual(['loose'])
    expect(await store.measurements.get('snapshot-1', 'o200k')).toBeNull()
    expect(await store.tasks.forget('other')).toBe(false)
  })
})

describe('runs', () => {
  beforeEach(() => putTask(store))

  it('come back as they started', async () => {
    await store.runs.insertRunning(makeRun(), [payload('extra')])
    const { providerVersion, snapshotSha256, sourceBlob, ...shown } = makeRun()
    const unfinished = { status: 'running', finishedTs: null, outcome: null }
    expect(await store.runs.get('run-1')).toEqual({
      ...makeRun(),
      ...unfinished,
      payloadBlob: null,
      ownerPid: 1,
    })
    expect(await store.runs.summary('run-1')).toEqual({ ...shown, ...unfinished, taskTitle: 'Fix the bug' })
    expect([providerVersion, snapshotSha256, sourceBlob]).toEqual(['1.0.0', 'snapshot-1', 'source-1'])
  })

  it('end once, with outcome and result together', async () => {
    await store.runs.insertRunning(makeRun())
    expect(await store.runs.finish('run-1', condensed('result'))).toBe(true)
    expect(await store.runs.get('run-1')).toMatchObject({
      status: 'condensed',
      finishedTs: 4000,
      outcome,
      payloadBlob: 'result',
    })
    expect(await store.blobs.get('result')).toEqual(Buffer.from('result'))
    expect(await store.runs.finish('run-1', condensed('late'))).toBe(false)
    expect(await store.runs.finish('unknown', condensed('late'))).toBe(false)
    expect(blobs()).toEqual(['result', 'source-1'])
  })

  it('keep neither outcome nor result when one of them cannot be kept', async () => {
    await store.runs.insertRunning(makeRun())
    const broken = { ...outcome, stats: { ...outcome.stats, durationMs: Number.NaN } }
    await expect(
      store.runs.finish('run-1', { ...condensed('result'), outcome: broken }),
    ).rejects.toMatchObject({ code: 'failed' })
    expect(await store.runs.get('run-1')).toMatchObject({ status: 'running', payloadBlob: null })
    expect(blobs()).toEqual(['source-1'])
  })

  it('are listed newest first, of one task or of all', async () => {
    await putTask(store, { id: 'task-2' })
    await store.runs.insertRunning(makeRun({ id: 'a', startedTs: 1 }))
    await store.runs.insertRunning(makeRun({ id: 'b', startedTs: 3 }))
    await store.runs.insertRunning(makeRun({ id: 'c', startedTs: 2, taskId: 'task-2' }))
    expect((await store.runs.list()).map((run) => run.id)).toEqual(['b', 'c', 'a'])
    expect((await store.runs.list('task-1')).map((run) => run.id)).toEqual(['b', 'a'])
  })

  it('are removed with their result, not with the source of their task', async () => {
    await store.runs.insertRunning(makeRun())
    await store.runs.finish('run-1', condensed('result'))
    expect(await store.runs.remove('run-1')).toBe(true)
    expect(await store.runs.get('run-1')).toBeNull()
    expect(blobs()).toEqual(['source-1'])
    expect(await store.runs.remove('run-1')).toBe(false)
  })

  it('without a result do not keep other results from being collected', async () => {
    await store.runs.insertRunning(makeRun({ id: 'unfinished' }))
    await store.runs.insertRunning(makeRun())
    await store.runs.finish('run-1', condensed('result'))
    await store.runs.remove('run-1')
    expect(blobs()).toEqual(['source-1'])
  })

  it('share a result that is the same', async () => {
    for (const id of ['a', 'b']) {
      await store.runs.insertRunning(makeRun({ id }))
      await store.runs.finish(id, condensed('same'))
    }
    await store.runs.remove('a')
    expect(await store.blobs.has('same')).toBe(true)
    await store.runs.remove('b')
    expect(await store.blobs.has('same')).toBe(false)
  })

  it('stand in line when many are written at once', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `run-${index}`)
    await Promise.all(
      ids.map(async (id) => {
        await store.runs.insertRunning(makeRun({ id }))
        await store.runs.finish(id, condensed(`result-${id}`))
      }),
    )
    expect(await store.runs.list()).toHaveLength(30)
    expect(await store.integrityCheck()).toEqual([])
  })

  it('of a task that is not there are refused', async () => {
    await expect(store.runs.insertRunning(makeRun({ taskId: 'nobody' }))).rejects.toMatchObject({
      code: 'failed',
    })
  })
})

describe('preferences', () => {
  it('are replaced by key and keep any JSON value', async () => {
    await store.preferences.set('a', { deep: [null, 1.5, 'x', { snake_case: true }] })
    await store.preferences.set('b', 1)
    await store.preferences.set('b', null)
    expect(await store.preferences.all()).toEqual({
      a: { deep: [null, 1.5, 'x', { snake_case: true }] },
      b: null,
    })
  })
})

describe('a row that was damaged', () => {
  it('is left out of lists and counted by its table, but for the policy, where limits stand', async () => {
    await putTask(store)
    const raw = new Database(store.filePath)
    raw.exec(`update tasks set era = 'iron'; insert into preferences values ('a', '{')`)
    raw.close()
    expect(await store.tasks.list()).toEqual([])
    expect([...store.unreadableRows()].map(([table, rows]) => [table, rows.size])).toEqual([['tasks', 1]])
    expect(await store.preferences.all()).toEqual({})
    const again = new Database(store.filePath)
    again.exec(`insert into preferences values ('policy', '{')`)
    again.close()
    await expect(store.preferences.all()).rejects.toMatchObject({ code: 'corrupt' })
  })
})
