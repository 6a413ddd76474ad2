import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SpendingLimit, Store } from '../store.ts'
import { makeBench, makeCall, makeRun, putTask, type StoreBench } from '../testing/fixtures.ts'

const reserveCalls = fileURLToPath(new URL('../testing/reserve-calls.ts', import.meta.url))
function changeDatabase(folder: string, sql: string, ...values: readonly unknown[]): void {
  const database = new Database(join(folder, 'dewpoint.sqlite'))
  database.prepare(sql).run(...values)
  database.close()
}

/** As its owner does it, in between of what others do. */
function settleCall(folder: string, callId: number, costUsd: number): void {
  const sql = 'update model_calls set cost_usd = ?, usage = ? where id = ?'
  changeDatabase(folder, sql, costUsd, JSON.stringify(usage), callId)
}

function readUsages(folder: string): readonly unknown[] {
  const database = new Database(join(folder, 'dewpoint.sqlite'), { readonly: true })
  const usages = database.prepare('select usage from model_calls').pluck().all()
  database.close()
  return usages.map((text) => (typeof text === 'string' ? JSON.parse(text) : text))
}

/** Nothing is in doubt. */
const sure = { calls: 0, usd: 0 }
const usage = { input: 10, output: 20, cacheWrites: 0, cacheReads: 0 }

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

async function reserved(...call: Parameters<Store['spending']['reserve']>): Promise<number> {
  const answer = await store.spending.reserve(...call)
  if (!answer.ok) throw new Error(`Refused by ${answer.limit.name}.`)
  return answer.callId
}

describe('a call', () => {
  it('counts with its worst case until it is settled, then with its cost', async () => {
    const id = await reserved(makeCall({ worstCaseUsd: 0.4 }), [])
    expect(await store.spending.since(0)).toEqual({
      spentUsd: 0,
      reservedUsd: 0.4,
      calls: 1,
      perhapsPaid: sure,
    })
    await store.spending.settle(id, 0.1, usage)
    expect(await store.spending.since(0)).toEqual({
      spentUsd: 0.1,
      reservedUsd: 0,
      calls: 1,
      perhapsPaid: sure,
    })
  })

  it('is summed by what it was made for, and narrowed to a task and a time', async () => {
    const calls = [
      { runId: 'r', experimentId: null, taskId: 't', ts: 5 },
      // A cell of an experiment has a run as well.
      { runId: 'c', experimentId: 'e', taskId: 't', ts: 5 },
      { runId: null, experimentId: null, taskId: 'u', ts: 9 },
    ]
    for (const [at, call] of calls.entries())
      await store.spending.settle(await reserved(makeCall(call), []), 10 ** -at, usage)
    expect(await store.metrics.paid({})).toEqual({
      totalUsd: 1.11,
      runsUsd: 1,
      experimentsUsd: 0.1,
      otherUsd: 0.01,
      calls: 3,
      perhapsPaid: sure,
    })
    expect(await store.metrics.paid({ taskId: 't' })).toMatchObject({ totalUsd: 1.1, calls: 2 })
    expect(await store.metrics.paid({ sinceTs: 6 })).toMatchObject({ totalUsd: 0.01, calls: 1 })
  })

  it('that was refused leaves nothing behind', async () => {
    const limit = { name: 'day', limitUsd: 0.3, sinceTs: 0 }
    const answer = await store.spending.reserve(makeCall({ worstCaseUsd: 0.31 }), [limit])
    expect(answer).toEqual({ ok: false, limit, takenUsd: 0 })
    expect(await store.spending.since(0)).toEqual({
      spentUsd: 0,
      reservedUsd: 0,
      calls: 0,
      perhapsPaid: sure,
    })
  })

  it('may take a limit to its last cent, ten times a tenth of it included', async () => {
    const limit = { name: 'run', limitUsd: 1, runId: 'run-1' }
    for (let call = 0; call < 10; call += 1) await reserved(makeCall({ worstCaseUsd: 0.1 }), [limit])
    expect(await store.spending.reserve(makeCall({ worstCaseUsd: 0.001 }), [limit])).toMatchObject({
      ok: false,
      takenUsd: expect.closeTo(1),
    })
  })

  it('is refused by the first limit that it could exceed', async () => {
    const limits = [
      { name: 'run', limitUsd: 5, runId: 'run-1' },
      { name: 'experiment', limitUsd: 1, experimentId: 'e' },
      { name: 'day', limitUsd: 0.5, sinceTs: 0 },
    ]
    const answer = await store.spending.reserve(makeCall({ worstCaseUsd: 2 }), limits)
    expect(answer).toMatchObject({ ok: false, limit: { name: 'experiment' } })
  })

  it('that costs less than nothing, or no number at all, is not settled', async () => {
    const id = await reserved(makeCall({ worstCaseUsd: 0.4 }), [])
    for (const costUsd of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(store.spending.settle(id, costUsd, usage)).rejects.toMatchObject({ code: 'failed' })
    expect(await store.spending.since(0)).toMatchObject({ reservedUsd: 0.4 })
  })
})

describe('a call of a process that is gone', () => {
  /** As a process that is alive as long as it is in the set. */
  const alive = new Set<number>()
  const openAs = (processId: number, now = 5000): Promise<Store> =>
    bench.open({ processId, clock: () => now, isProcessAlive: (id) => alive.has(id) })
  const reserveCall = async ({ spending }: Store, runId: string, isSent: boolean): Promise<void> => {
    const answer = await spending.reserve(makeCall({ runId, worstCaseUsd: 0.4 }), [])
    if (answer.ok && isSent) await spending.markSent(answer.callId)
  }
  beforeEach(() => {
    alive.clear()
    alive.add(2).add(3)
  })

  it.each([
    ['is booked at its worst case where it was sent', true, 0.4],
    ['costs nothing where it was not', false, 0],
  ])('%s, when a process starts', async (_name, isSent, spentUsd) => {
    const dying = await openAs(2)
    await reserveCall(dying, 'run-1', isSent)
    expect(await (await openAs(3)).spending.since(0)).toMatchObject({ spentUsd: 0, reservedUsd: 0.4 })
    alive.delete(2)
    expect(await (await openAs(4)).spending.since(0)).toEqual({
      spentUsd,
      reservedUsd: 0,
      calls: 1,
      // Nobody knows whether what was sent is paid for.
      perhapsPaid: { calls: isSent ? 1 : 0, usd: spentUsd },
    })
  })

  it('is booked by a process that runs, before it is asked what is spent and before it reserves', async () => {
    const [dying, living] = [await openAs(2), await openAs(3)]
    await reserveCall(dying, 'a', false)
    alive.delete(2)
    const limit = { name: 'day', limitUsd: 0.5, sinceTs: 0 }
    expect(await living.spending.reserve(makeCall({ worstCaseUsd: 0.5 }), [limit])).toMatchObject({
      ok: true,
    })
    alive.add(2)
    await reserveCall(dying, 'b', true)
    expect(await living.spending.since(0)).toMatchObject({ spentUsd: 0, reservedUsd: 0.9 })
    alive.delete(2)
    expect(await living.spending.since(0)).toMatchObject({ spentUsd: 0.4, reservedUsd: 0.5 })
  })

  it('keeps what it did cost where that was known', async () => {
    const dying = await openAs(2)
    const answer = await dying.spending.reserve(makeCall({ worstCaseUsd: 0.4 }), [])
    if (answer.ok) await dying.spending.settle(answer.callId, 0.1, usage)
    alive.delete(2)
    expect(await (await openAs(3)).spending.since(0)).toMatchObject({ spentUsd: 0.1, reservedUsd: 0 })
  })

  it('is booked after a day even if its process number was given to another process', async () => {
    const dying = await openAs(2)
    await reserveCall(dying, 'a', true)
    const day = 24 * 60 * 60 * 1000
    expect(await (await openAs(3, 1000 + day)).spending.since(0)).toMatchObject({ reservedUsd: 0.4 })
    expect(await (await openAs(3, 1001 + day)).spending.since(0)).toMatchObject({
      spentUsd: 0.4,
      reservedUsd: 0,
    })
  })

  it.each([
    ['is known to have used nothing where it was not sent', false, { ...usage, input: 0, output: 0 }],
    ['used nobody knows what where it was', true, null],
  ])('%s', async (_name, isSent, expected) => {
    const dying = await openAs(2)
    await reserveCall(dying, 'run-1', isSent)
    alive.delete(2)
    await openAs(3)
    expect(readUsages(bench.folder)).toEqual([expected])
  })

  it('is booked where nobody knows whose process it was', async () => {
    const dying = await openAs(2)
    await reserveCall(dying, 'run-1', true)
    changeDatabase(bench.folder, 'update model_calls set owner_instance = null')
    expect(await (await openAs(3)).spending.since(0)).toMatchObject({ spentUsd: 0.4, reservedUsd: 0 })
  })

  it('keeps its cost where it is settled while somebody books it', async () => {
    const dying = await openAs(2)
    const answer = await dying.spending.reserve(makeCall({ worstCaseUsd: 0.4 }), [])
    const callId = answer.ok ? answer.callId : Number.NaN
    await dying.spending.markSent(callId)
    /** Told of the owner's end in the moment in which it settles. */
    const isProcessAlive = (id: number): boolean => {
      if (id !== 2) return true
      settleCall(bench.folder, callId, 0.1)
      return false
    }
    const living = await bench.open({ processId: 3, clock: () => 5000, isProcessAlive })
    expect(await living.spending.since(0)).toEqual({
      spentUsd: 0.1,
      reservedUsd: 0,
      calls: 1,
      perhapsPaid: sure,
    })
    expect(await living.spending.reserve(makeCall({ worstCaseUsd: 0.3 }), [])).toMatchObject({ ok: true })
    expect(await living.spending.since(0)).toEqual({
      spentUsd: 0.1,
      reservedUsd: 0.3,
      calls: 2,
      perhapsPaid: sure,
    })
  })

  it('takes its cost in the place of its worst case where its owner lived on', async () => {
    const slow = await openAs(2)
    const answer = await slow.spending.reserve(makeCall({ worstCaseUsd: 0.4 }), [])
    const callId = answer.ok ? answer.callId : Number.NaN
    await slow.spending.markSent(callId)
    alive.delete(2)
    const living = await openAs(3)
    expect(await living.spending.since(0)).toMatchObject({ spentUsd: 0.4 })
    for (let time = 0; time < 2; time += 1) {
      await slow.spending.settle(callId, 0.1, usage)
      expect(await living.spending.since(0)).toEqual({
        spentUsd: 0.1,
        reservedUsd: 0,
        calls: 1,
        perhapsPaid: sure,
      })
    }
  })

  it('stays a cost that nobody knows to the run that it was made for', async () => {
    const dying = await openAs(2)
    await putTask(dying)
    await dying.runs.insertRunning(makeRun())
    await reserveCall(dying, 'run-1', true)
    alive.delete(2)
    const survivor = await openAs(3)
    expect(await survivor.spending.since(0)).toMatchObject({ spentUsd: 0.4 })
    expect(await survivor.runs.summary('run-1')).toMatchObject({
      status: 'interrupted',
      spent: { costUsd: 0, unknownUsd: 0.4, modelCalls: 1 },
    })
  })
})

describe('a limit', () => {
  it.each<[string, SpendingLimit, number]>([
    ['of a run counts its calls', { name: 'run', limitUsd: 0, runId: 'a' }, 0.11],
    ['of an experiment counts those of all its runs', { name: 'x', limitUsd: 0, experimentId: 'e' }, 1.1],
    ['of a task counts those of all its runs', { name: 't', limitUsd: 0, taskId: 'other' }, 1.01],
    [
      'since a moment counts those of that moment and later ones',
      { name: 'd', limitUsd: 0, sinceTs: 50 },
      1.01,
    ],
  ])('%s', async (_name, limit, takenUsd) => {
    await reserved(
      makeCall({ runId: 'a', experimentId: null, taskId: 'other', worstCaseUsd: 0.01, ts: 50 }),
      [],
    )
    await reserved(makeCall({ runId: 'a', experimentId: 'e', worstCaseUsd: 0.1, ts: 49 }), [])
    await reserved(makeCall({ runId: 'b', experimentId: 'e', taskId: 'other', worstCaseUsd: 1, ts: 60 }), [])
    expect(await store.spending.reserve(makeCall(), [limit])).toMatchObject({
      ok: false,
      takenUsd: expect.closeTo(takenUsd),
    })
  })

  it('is kept by several processes together, whatever they reserve at the same moment', async () => {
    const children = [1, 2, 3].map(() => spawn(process.execPath, [reserveCalls, bench.folder]))
    const answers = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]())
    const next = async (): Promise<readonly unknown[]> =>
      (await Promise.all(answers.map((lines) => lines.next()))).map(({ value }) => value)
    await next()
    for (let round = 0; round < 60; round += 1) {
      for (const child of children) child.stdin.write(`run-${round}\n`)
      expect((await next()).filter((answer) => answer === 'yes')).toHaveLength(1)
    }
    for (const child of children) child.stdin.end()
    expect(
      await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown)),
    ).toEqual([0, 0, 0])
    // They ended without sending anything: nothing stays reserved.
    expect(await store.spending.since(0)).toMatchObject({ spentUsd: 0, reservedUsd: 0, calls: 60 })
  })
})
