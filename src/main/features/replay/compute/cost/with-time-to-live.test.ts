import { describe, expect, it } from 'vitest'
import { neverPolicy, replayPolicy } from '../replay-policy.ts'
import { prepareExample } from '../testing/prepare-example.ts'
import { exampleTask } from '../testing/replay-example.ts'

const services = { signal: new AbortController().signal, onProgress: () => undefined }

describe('a policy with a time-to-live of its own', () => {
  it('reads for as long as the policy says, and no longer', async () => {
    const spread = prepareExample(exampleTask(8, 400))
    const shorter = await replayPolicy(spread, { ...neverPolicy, timeToLiveMs: 399_999 }, services)
    expect(shorter.tokens).toMatchObject({ cacheWrite: 76_000, cacheRead: 0 })
    const same = await replayPolicy(spread, { ...neverPolicy, timeToLiveMs: 400_000 }, services)
    expect(same.requests).toEqual((await replayPolicy(spread, neverPolicy, services)).requests)
  })

  it('reads what the record had lost to a pause, where the policy keeps it for longer', async () => {
    const { usage, ...task } = exampleTask(8, 600)
    const requests = usage.requests.map(({ cacheReads = 0, cacheWrites = 0, ...request }) => {
      const written = cacheReads + cacheWrites
      return { ...request, cacheReads: 0, cacheWrites: written, costUsd: (written * 3.75 + 1500) / 1e6 }
    })
    const lost = prepareExample({ ...task, usage: { ...usage, requests } })
    const recorded = await replayPolicy(lost, neverPolicy, services)
    expect(recorded.tokens).toMatchObject({ cacheWrite: 76_000, cacheRead: 0 })
    const longer = await replayPolicy(lost, { ...neverPolicy, timeToLiveMs: 3_600_000 }, services)
    expect(longer.tokens).toMatchObject({ cacheWrite: 13_000, cacheRead: 63_000 })
    expect(longer.costUsd).toBeCloseTo(0.07965, 10)
  })
})
