import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { readChatRecord } from '../../../agents/roo/recorded-usage.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { explainCondensations } from './agent/explain-condensations.ts'
import { findFirstCondensation } from './agent/find-first-condensation.ts'
import { measureContextSizes } from './agent/measure-context-sizes.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy } from './replay-policy.ts'
import { replayRecorded } from './replay-recorded.ts'
import { compareTask, prepareTask, reconstructExample } from './testing/prepare-example.ts'
import { characterCounter as counter, examplePrices, makeUniqueMessage } from './testing/replay-example.ts'

const figure = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 200_000 }) },
  fc.constantFrom(-1, 0, 0.5, 12.25, 1e12, 1e300, Number.MAX_VALUE, 'many', null, undefined, {}, []),
)
const ts = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
  fc.constantFrom(-5, 1e18, 1e300, 0.5, 'noon', null, undefined),
)
const started = fc.record({
  tokensIn: figure,
  tokensOut: figure,
  cacheWrites: figure,
  cacheReads: figure,
  cost: figure,
  cancelReason: fc.constantFrom(undefined, undefined, 'user_cancelled', 7),
})
const text = fc.oneof(
  { weight: 5, arbitrary: started.map((own) => JSON.stringify(own)) },
  fc.constantFrom('{"tokensIn":12', '[]', '', 'null', '7', undefined),
)
const size = fc.record({ prevContextTokens: figure, newContextTokens: figure, cost: figure })
const line = fc.oneof(
  { weight: 8, arbitrary: fc.record({ say: fc.constant('api_req_started'), ts, text }) },
  fc.record({ say: fc.constant('condense_context'), ts, contextCondense: size }),
  fc.record({ say: fc.constant('sliding_window_truncation'), ts, contextTruncation: size }),
  fc.record({ say: fc.constantFrom('api_req_retried', 'subtask_result', 'error_retry'), ts }),
  fc.record({
    say: fc.constant('api_req_started'),
    ts,
    text,
    conversationHistoryIndex: fc.constantFrom(-2, -1, 0, 4, 99, 1e9, 0.5),
    conversationHistoryDeletedRange: fc.constantFrom([1, 2], [2, 1], [0, 99], [-1, 3], [1], 'all'),
  }),
  fc.constantFrom(null, 7, 'line', [], {}),
)
const messages = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), ts), { maxLength: 16 }).map((own) =>
  own.map(([tokens, at], index): Message => {
    const time = typeof at === 'number' ? at : undefined
    return makeUniqueMessage(index % 2 === 0 ? 'user' : 'assistant', tokens, `message ${index}`, time)
  }),
)

/** Numbers that no figure may be, anywhere in a value. */
function oddNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, own]) => {
    const isBelow = key.endsWith('Usd') && typeof own === 'number' && own < 0
    return [...(isBelow ? [`${path}.${key} is ${own}`] : []), ...oddNumbers(own, `${path}.${key}`)]
  })
}

const services = { signal: new AbortController().signal, onProgress: () => undefined }
const trigger = { windowTokens: 2000, thresholdPercent: 50, maxTokens: 100 }
const policy: ReplayPolicy = {
  id: 'a',
  trigger,
  condense: ({ messages: own }) =>
    Promise.resolve({ messages: own.slice(-1), provenance: { messages: [], dropped: [] }, costUsd: 0.01 }),
}

async function study(task: RecordedTask) {
  const options = { known: [{ modelId: 'example', prices: examplePrices }], counter }
  const run = reconstructExample(task, options)
  const prepared = prepareTask(task, { ...options, basis: 'record' })
  const sizes = measureContextSizes(prepared, run)
  const none = await replayPolicy(prepared, neverPolicy, services)
  const replay = await replayPolicy(prepared, policy, services)
  return {
    totals: run.totals,
    cost: compareTask(task, options),
    size: reconstruct(task, { counter }).nextContext,
    firings: explainCondensations(
      run.condensations,
      sizes,
      run.requests.map(() => 2000),
    ),
    first: findFirstCondensation({ task: prepared, run, sizes }, trigger, replay),
    replays: [none, replay, replayRecorded(prepared)],
    steps: prepared.steps.length + prepared.unmatched.length,
  }
}

describe('a record of whatever the chat window holds', () => {
  it('gives finite figures, no negative costs, and a reason for each request that is not played', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 14 }), messages, async (lines, own) => {
        const { usage, deletedRange } = readChatRecord(lines)
        const hiddenRange = deletedRange === null ? null : { start: deletedRange[0], end: deletedRange[1] }
        const found = await study({ messages: own, usage, hiddenRange })
        expect(oddNumbers(found)).toEqual([])
        expect(found.steps).toBe(usage.requests.length)
        const isPartial = found.cost.comparedRequests < usage.requests.length
        expect(isPartial ? found.cost.reasons.length : 1).toBeGreaterThan(0)
        for (const { requests } of found.replays)
          for (const { contextTokens, tokens } of requests) {
            expect(Number.isInteger(contextTokens)).toBe(true)
            expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
            expect(Math.min(tokens.uncached, tokens.cacheWrite, tokens.cacheRead)).toBeGreaterThanOrEqual(0)
          }
      }),
      { numRuns: 300 },
    )
  })
})
