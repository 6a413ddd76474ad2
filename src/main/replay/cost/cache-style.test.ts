import { withCacheText } from '../../../shared/words/replay.ts'
import { describe, expect, it } from 'vitest'
import { prepareTask } from '../testing/prepare-example.ts'
import { characterCounter as counter, examplePrices, exampleTask } from '../testing/replay-example.ts'
import { replayRecorded } from '../replay-recorded.ts'

const onRecord = { known: [{ modelId: 'example', prices: examplePrices }], counter, basis: 'record' as const }

describe('a task that went to two vendors', () => {
  it('has the cache of each vendor where a task went to two of them', () => {
    const listed = { input: 2, output: 8, cacheReads: 0.5 }
    const { messages, usage } = exampleTask()
    const requests = usage.requests.map((request, index) => {
      if (index < 4) return { ...request, modelId: 'example', apiProtocol: 'anthropic' }
      const tokensIn = (request.cacheReads ?? 0) + (request.cacheWrites ?? 0)
      // A new vendor has nothing kept; later it reads in steps.
      const cacheReads = index === 4 ? 0 : (request.cacheReads ?? 0) - ((request.cacheReads ?? 0) % 128)
      const costUsd = ((tokensIn - cacheReads) * 2 + cacheReads * 0.5 + 100 * 8) / 1e6
      return {
        ts: request.ts ?? 0,
        tokensIn,
        tokensOut: 100,
        cacheReads,
        costUsd,
        modelId: 'other',
        apiProtocol: 'openai',
      }
    })
    const task = { messages, usage: { ...usage, requests }, hiddenRange: null }
    const known = [...onRecord.known, { modelId: 'other', prices: listed }]
    const prepared = prepareTask(task, { ...onRecord, known })
    expect(prepared.steps.map(({ cacheStyle: { kind, stepTokens } }) => `${kind} ${stepTokens}`)).toEqual([
      ...Array.from({ length: 4 }, () => 'explicit 1'),
      ...Array.from({ length: 4 }, () => 'implicit 128'),
    ])
    expect(withCacheText(prepared.cacheStyle).text).toMatch(/^example: .*written.* other: .*multiples of 128/)
    const replayed = replayRecorded(prepared).requests
    replayed.forEach(({ costUsd, tokens }, index) => {
      expect(costUsd).toBeCloseTo(requests[index]?.costUsd ?? 0, 9)
      expect(tokens.cacheWrite === 0).toBe(index >= 4)
    })
  })
})
