import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RequestUsage } from '../../../../shared/kernel/usage.ts'
import type { RequestBreak } from '../../../../shared/replay/cache-audit-types.ts'
import type { Store } from '../store.ts'
import { makeBench, makeTask, type StoreBench } from '../testing/fixtures.ts'
import { putSurveyed } from '../testing/put-surveyed.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const pause = (request: number, tokens = 450): RequestBreak => ({
  request,
  cause: 'pause',
  tokens,
  costUsd: 0.25,
})

it('adds up what tasks lost to broken caches, by cause', async () => {
  const model: RequestBreak = { request: 3, cause: 'model', tokens: 10, costUsd: null }
  await putSurveyed(store, { id: 'a' }, { cacheBreaks: [pause(1), pause(2), model] })
  await putSurveyed(store, { id: 'b' }, { cacheBreaks: [pause(1), pause(4)] })
  expect((await store.surveys.overview(1)).cacheBreaks).toEqual({
    pause: { n: 4, tokens: 1800, costUsd: 1 },
    model: { n: 1, tokens: 10, costUsd: null },
  })
})

it('counts a call that a fork repeats once, where it was first, and what the fork lost itself', async () => {
  const put = (
    id: string,
    lastActivityTs: number,
    ids: readonly string[],
    cacheBreaks: readonly RequestBreak[],
  ): Promise<void> => {
    const requests = ids.map((callId): RequestUsage => ({ callId, costUsd: 1 }))
    const meta = { ...makeTask().meta, usage: { requests, condensations: [] } }
    return putSurveyed(store, { id, lastActivityTs, meta }, { cacheBreaks })
  }
  await put('fork', 9, ['1', '2', '8', '9'], [pause(1, 100), pause(3, 7)])
  await put('first', 5, ['1', '2', '3'], [pause(1, 100), pause(2, 20)])
  expect((await store.surveys.overview(1)).cacheBreaks).toEqual({
    pause: { n: 3, tokens: 127, costUsd: 0.75 },
  })
})
