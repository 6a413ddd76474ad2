import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { makeBench, type StoreBench } from '../testing/fixtures.ts'
import { putSurveyed } from '../testing/put-surveyed.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

it('adds up what tasks lost to broken caches, by cause', async () => {
  const pause = { n: 2, tokens: 900, costUsd: 0.5 }
  await putSurveyed(
    store,
    { id: 'a' },
    { cacheBreaks: { pause, model: { n: 1, tokens: 10, costUsd: null } } },
  )
  await putSurveyed(store, { id: 'b' }, { cacheBreaks: { pause } })
  expect((await store.surveys.overview(1)).cacheBreaks).toEqual({
    pause: { n: 4, tokens: 1800, costUsd: 1 },
    model: { n: 1, tokens: 10, costUsd: null },
  })
})
