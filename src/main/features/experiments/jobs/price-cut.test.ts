import { describe, expect, it } from 'vitest'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { priceCut } from './price-cut.ts'

const style = { indent: null, bom: false, trailing: '' }
const messages = [10, 20, 30, 40].map((ts, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Message ${index}`,
  ts,
}))

function makeUsage(times: readonly number[]): RecordedUsage {
  return {
    requests: times.map((ts) => ({
      ts,
      tokensIn: 100,
      tokensOut: 5,
      cacheReads: 0,
      cacheWrites: 0,
      costUsd: 0.1,
    })),
    condensations: [],
  }
}

describe('what requests after a cut were charged at', () => {
  it('is found by the record that is asked about, also where another one of the same history is known', async () => {
    const source = await packSnapshot({ messages, hiddenRange: null, style })
    const none: JobContext = Object.create(null)
    const after = async (usage: RecordedUsage, index: number) =>
      (await priceCut({ source, usage, index, model: null }, none)).requestsAfter
    const both = makeUsage([15, 35])
    expect(await after(both, 1)).toBe(2)
    expect(await after(both, 3)).toBe(1)
    expect(await after(makeUsage([15]), 1)).toBe(1)
    expect(await after(both, 1)).toBe(2)
  })

  it('has the requests of which nobody knows what they sent', async () => {
    // The second one was recorded with far less than its messages have.
    const [long, ...others] = messages
    const history = [{ ...long, role: 'user' as const, content: 'word '.repeat(30_000) }, ...others]
    const contexts = {
      requests: [
        { answer: 1, before: 1 },
        { answer: 3, before: 3 },
      ],
      changes: [],
      copies: [],
    }
    const source = await packSnapshot({ messages: history, hiddenRange: null, style, contexts })
    const usage: RecordedUsage = {
      requests: [40_000, 900].map((tokensIn, at) => ({
        ts: 15 + 20 * at,
        tokensIn,
        tokensOut: 5,
        isCacheApart: true,
      })),
      condensations: [],
    }
    const after = await priceCut({ source, usage, index: 2, model: null }, Object.create(null))
    expect(after.requestsAfter).toBe(1)
  })
})
