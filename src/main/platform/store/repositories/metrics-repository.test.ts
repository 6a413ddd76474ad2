import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { FinishedRun } from '../records.ts'
import type { Store } from '../store.ts'
import { makeBench, makeCall, makeRun, putTask, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
  await putTask(store)
})
afterEach(() => bench.clean())

const outcome: OutcomeSummary = {
  status: 'condensed',
  stats: {
    originalTokens: 100,
    finalTokens: 40,
    reductionPercent: 60,
    costUsd: 0.5,
    durationMs: 12.5,
    modelCalls: 2,
    cacheHits: 1,
    operations: [{ operation: 'summarised', parts: 3, tokensSaved: 60 }],
  },
  passes: [],
  fidelity: null,
  validity: [],
  warnings: [
    { code: 'price-unknown', message: 'No price.' },
    { code: 'prepared', message: 'Early.' },
  ],
  reason: '',
  error: null,
  attempts: [
    {
      providerId: 'native',
      status: 'insufficient',
      code: '',
      message: 'Too little.',
      reductionPercent: 1,
      costUsd: 0.5,
    },
  ],
  events: [],
  trace: [],
}
const condensed: FinishedRun = { status: 'condensed', finishedTs: 4000, outcome, payload: null }
const failed: FinishedRun = {
  status: 'failed',
  finishedTs: 4000,
  outcome: {
    ...outcome,
    status: 'failed',
    warnings: [],
    attempts: [],
    error: { code: 'timeout', message: 'Too long.' },
  },
  payload: null,
}

describe('runs as figures need them', () => {
  it('hold what is measured and nothing else', async () => {
    const model = { profileId: 'work', label: 'Work' }
    const prompt = { promptId: 'short', version: 2 }
    await store.runs.insertRunning(makeRun({ providerId: 'native', model, prompt, isAutomatic: true }))
    await store.runs.finish('run-1', condensed)
    expect(await store.metrics.runs({})).toEqual([
      {
        id: 'run-1',
        providerId: 'native',
        presetId: 'balanced',
        model,
        prompt,
        isAutomatic: true,
        status: 'condensed',
        startedTs: 3000,
        stats: outcome.stats,
        attempts: [
          { providerId: 'native', status: 'insufficient', code: '', reductionPercent: 1, costUsd: 0.5 },
        ],
        errorCode: null,
        warningCodes: ['price-unknown', 'prepared'],
        lostCostUsd: 0,
        oldArm: null,
        quality: null,
      },
    ])
  })

  it('say which A/B arm an older version took', async () => {
    const arms = [{ providerId: 'native' }, { providerId: 'lossless' }]
    const step = {
      label: 'lossless',
      decision: 'taken',
      tokensBefore: 9,
      tokensAfter: 5,
      costUsd: 0,
    } as const
    const trace = [{ ...step, reason: 'Arm B: the key hashes to 7.' }]
    for (const [id, providerId] of [
      ['assigned', 'ab'],
      ['other', 'native'],
      ['running', 'ab'],
    ] as const)
      await store.runs.insertRunning(makeRun({ id, providerId, settings: { key: '', arms } }))
    for (const id of ['assigned', 'other'])
      await store.runs.finish(id, { ...condensed, outcome: { ...outcome, trace } })
    const found = new Map((await store.metrics.runs({})).map(({ id, oldArm }) => [id, oldArm]))
    expect(found.get('assigned')).toMatchObject({ letter: 'B', of: ['native', 'lossless'] })
    expect([found.get('other'), found.get('running')]).toEqual([null, null])
  })

  it('name the code of a failure', async () => {
    await store.runs.insertRunning(makeRun())
    await store.runs.finish('run-1', failed)
    expect(await store.metrics.runs({})).toMatchObject([{ errorCode: 'timeout', warningCodes: [] }])
  })

  it('that left no outcome cost what their calls did', async () => {
    for (const id of ['cancelled', 'running', 'done']) await store.runs.insertRunning(makeRun({ id }))
    await store.runs.finish('cancelled', { status: 'cancelled', finishedTs: 1, outcome: null, payload: null })
    await store.runs.finish('done', condensed)
    const usage = { input: 1, output: 1, cacheWrites: 0, cacheReads: 0 }
    for (const runId of ['cancelled', 'cancelled', 'done']) {
      const call = await store.spending.reserve(makeCall({ runId }), [])
      if (call.ok) await store.spending.settle(call.callId, 0.25, usage)
    }
    const costs = (await store.metrics.runs({})).map(({ id, lostCostUsd }) => [id, lostCostUsd])
    expect(Object.fromEntries(costs)).toEqual({ cancelled: 0.5, running: 0, done: 0 })
  })

  it('are those of a task, or since a moment, newest first', async () => {
    await putTask(store, { id: 'task-2' })
    await store.runs.insertRunning(makeRun({ id: 'a', startedTs: 10 }))
    await store.runs.insertRunning(makeRun({ id: 'b', startedTs: 20, taskId: 'task-2' }))
    await store.runs.insertRunning(makeRun({ id: 'c', startedTs: 30 }))
    const ids = async (filter: Parameters<Store['metrics']['runs']>[0]) =>
      (await store.metrics.runs(filter)).map(({ id }) => id)
    expect(await ids({})).toEqual(['c', 'b', 'a'])
    expect(await ids({ taskId: 'task-1' })).toEqual(['c', 'a'])
    expect(await ids({ sinceTs: 20 })).toEqual(['c', 'b'])
    expect(await ids({ taskId: 'task-2', sinceTs: 21 })).toEqual([])
  })

  it('are all there over many pages, runs of one moment included', async () => {
    const started = [5.5, 7, 7, 7, 9.25]
    const ids = Array.from({ length: 1203 }, (_, index) => `run-${String(index).padStart(4, '0')}`)
    for (const [index, id] of ids.entries())
      await store.runs.insertRunning(makeRun({ id, startedTs: started[index % started.length] ?? 0 }))
    const listed = (await store.metrics.runs({})).map(({ id }) => id)
    expect(listed.toSorted()).toEqual(ids)
    expect(listed).toEqual((await store.runs.list()).map(({ id }) => id))
  })
})
