import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SpendingLimit, Store } from './store.ts'
import { makeBench, makeCall, type StoreBench } from './testing/fixtures.ts'

const reserveCalls = fileURLToPath(new URL('testing/reserve-calls.ts', import.meta.url))
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
    expect(await store.spending.since(0)).toEqual({ spentUsd: 0, reservedUsd: 0.4, calls: 1 })
    await store.spending.settle(id, 0.1, usage)
    expect(await store.spending.since(0)).toEqual({ spentUsd: 0.1, reservedUsd: 0, calls: 1 })
  })

  it('that was refused leaves nothing behind', async () => {
    const limit = { name: 'day', limitUsd: 0.3, sinceTs: 0 }
    const answer = await store.spending.reserve(makeCall({ worstCaseUsd: 0.31 }), [limit])
    expect(answer).toEqual({ ok: false, limit, takenUsd: 0 })
    expect(await store.spending.since(0)).toEqual({ spentUsd: 0, reservedUsd: 0, calls: 0 })
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
    // They ended without settling: what they reserved counts on.
    expect((await store.spending.since(0)).reservedUsd).toBeCloseTo(0.6)
  })
})
