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

  it('has the bill of what the agent did, from the figures of its files, and ends where it condensed again', async () => {
    const word = 'word '.repeat(2000)
    const talk = (ts: number, role: 'user' | 'assistant', content: string) => ({ ts, role, content })
    const history = [
      talk(10, 'user', word),
      talk(20, 'assistant', word),
      { ...talk(30, 'user', 'In short, words.'), isSummary: true },
      talk(40, 'assistant', 'Going on.'),
      talk(50, 'user', 'And on.'),
      talk(60, 'assistant', 'Done.'),
    ]
    const contexts = {
      requests: [
        { answer: 1, before: 1 },
        { answer: 3, before: 3 },
        { answer: 5, before: 5 },
      ],
      changes: [{ request: 1, written: 2, condensation: 0, hide: [[0, 2]], show: [[2, 3]] }],
      copies: [],
    } satisfies Parameters<typeof packSnapshot>[0]['contexts']
    const source = await packSnapshot({ messages: history, hiddenRange: null, style, contexts })
    const request = { tokensOut: 5, isCacheApart: true, modelId: 'claude-sonnet-4-5' }
    const usage: RecordedUsage = {
      requests: [
        { ...request, ts: 15, tokensIn: 2500 },
        { ...request, ts: 35, tokensIn: 600 },
        { ...request, ts: 55, tokensIn: 620 },
      ],
      condensations: [{ kind: 'summary', ts: 25, costUsd: 0.07 }],
    }
    const input = { source: { ...source, cut: 2 }, usage, index: 2, model: 'claude-sonnet-4-5' }
    const { recorded, slope, prices, requestsAfter } = await priceCut(input, Object.create(null))
    expect(requestsAfter).toBe(2)
    const [read, write] = [prices?.cacheReads ?? 0, prices?.cacheWrites ?? 0]
    expect([read, write]).toEqual([0.3, 3.75])
    const left = recorded?.tokens ?? 0
    expect(left).toBeGreaterThan(3)
    expect(left).toBeLessThan(20)
    // The summary as recorded, and what it left, written into the cache instead of read.
    expect(recorded?.onceUsd).toBeCloseTo(0.07 + (left * slope * (write - read)) / 1e6, 10)
    expect(recorded?.reReadUsd).toBe(0)
    // Both requests would have read 4,000 words more.
    const more = ((recorded?.neverUsd ?? 0) + (recorded?.onceUsd ?? 0)) / (2 * read * 1e-6 * slope)
    expect(more).toBeGreaterThan(3900)
    expect(more).toBeLessThan(4200)
    // The window of the model has room for less than that.
    const full = usage.requests.map((one) => ({ ...one, tokensIn: 199_000 }))
    const capped = (await priceCut({ ...input, usage: { ...usage, requests: full } }, Object.create(null)))
      .recorded
    expect(capped?.neverUsd).toBeCloseTo((2 * 1000 * read) / 1e6 - (capped?.onceUsd ?? 0), 10)
  })
})
