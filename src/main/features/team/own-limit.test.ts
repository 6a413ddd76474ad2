import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import { writePolicy } from '../../platform/models/stored-choices.ts'
import type { Store } from '../../platform/store/store.ts'
import { makeBench, makeCall, type StoreBench } from '../../platform/store/testing/fixtures.ts'
import { createOwnLimit } from './own-limit.ts'

const usage = { input: 10, output: 20, cacheWrites: 0, cacheReads: 0 }

let benches: StoreBench[]
let [own, shared]: Store[] = []
beforeEach(async () => {
  benches = [await makeBench(), await makeBench()]
  ;[own, shared] = [await benches[0]!.open(), await benches[1]!.open()]
})
afterEach(async () => {
  for (const bench of benches) await bench.clean()
})

async function limited(budgetPerDayUsd: number | null) {
  await writePolicy(own!, policySchema.parse({ budgetPerDayUsd }))
  const limit = createOwnLimit({ store: own!, now: () => Date.now() })
  return { ...limit, spending: limit.over(shared!.spending) }
}
const makeTestCall = (worstCaseUsd: number) => makeCall({ ts: Date.now(), worstCaseUsd, experimentId: 'e' })

describe('the limit of a machine that works for others', () => {
  it('refuses what it leaves no room for, and counts what it took', async () => {
    const { spending, isReached } = await limited(1)
    const first = await spending.reserve(makeTestCall(0.6), [])
    if (!first.ok) throw new Error('Refused.')
    expect(await isReached()).toBe(false)
    expect(await spending.reserve(makeTestCall(0.6), [])).toMatchObject({
      ok: false,
      limit: { name: 'machine' },
    })
    expect(await shared!.spending.since(0)).toMatchObject({ calls: 1 })
    expect(await isReached()).toBe(true)
    await spending.markSent(first.callId)
    await spending.settle(first.callId, 0.2, usage)
    for (const store of [own!, shared!])
      expect(await store.spending.since(0)).toMatchObject({ spentUsd: 0.2, reservedUsd: 0 })
    // There is room for such a call again.
    expect(await isReached()).toBe(false)
  })

  it('takes nothing for a call that the run has no room for', async () => {
    const { spending } = await limited(1)
    const run = { name: 'experiment', limitUsd: 0.1, experimentId: 'e' }
    expect(await spending.reserve(makeTestCall(0.6), [run])).toMatchObject({
      ok: false,
      limit: { name: 'experiment' },
    })
    expect(await own!.spending.since(0)).toMatchObject({ spentUsd: 0, reservedUsd: 0 })
  })

  it('is none where the policy names none, and holds for its own work as well', async () => {
    const free = await limited(null)
    expect(await free.spending.reserve(makeTestCall(50), [])).toMatchObject({ ok: true })
    expect(await free.isReached()).toBe(false)
    expect(await (await limited(1)).isReached()).toBe(true)
  })
})
