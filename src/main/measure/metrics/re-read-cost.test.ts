import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, task } from '../../kernel/testing/small-histories.ts'
import { reReadTokens, reReadUsd } from './re-read-cost.ts'
import { createSubject, type Subject } from './subject.ts'

const line = 'const total = sumOf(prices)'
const file = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => (at === 5 ? line : `statement number ${at} of it`)).join('\n')
const source = (lines = 20): Message[] => [
  task,
  call('1', 'Read', { file_path: 'a.ts' }),
  answer('1', file(lines)),
]
const continuation = [call('2', 'Edit', { file_path: 'a.ts', old_string: line, new_string: 'none' })]

type Given = {
  readonly source?: Message[]
  readonly result: readonly Message[]
  readonly prices?: ModelPrices
}
function subject({ source: from = source(), result, prices }: Given): Subject {
  return createSubject({
    source: conversationFor(from),
    result: conversationFor(result),
    provenance: { messages: [], dropped: [] },
    continuation: conversationFor(continuation),
    stats: { costUsd: 0, durationMs: 0 },
    ...(prices === undefined ? {} : { prices }),
  })
}
const summary = (content: string): Message[] => [{ role: 'user', content }]
const measureReReadTokens = (given: Given) => reReadTokens.measure(subject(given))

describe('re-read tokens', () => {
  it('are those of the result where it is gone, with the line and where it is used', () => {
    const found = measureReReadTokens({ result: summary('A file was read.') })
    const whole = Math.ceil(file(20).length / 4)
    expect(found?.value).toBe(whole)
    expect(found?.evidence).toMatchObject({
      kind: 're-reading',
      results: [
        {
          stood: { messageIndex: 2, partIndex: 0 },
          tool: 'Read',
          path: 'a.ts',
          tokens: whole,
          missingTokens: whole,
          lines: 1,
          missingLines: 1,
          line,
          used: { messageIndex: 0, partIndex: 0 },
          now: null,
        },
      ],
    })
  })

  it('are those around the line where the result is long', () => {
    const found = measureReReadTokens({ source: source(1000), result: summary('A file was read.') })
    const whole = Math.ceil(file(1000).length / 4)
    // Six lines before the line, itself included, and forty behind it.
    expect(found?.value).toBeGreaterThan(whole * 0.04)
    expect(found?.value).toBeLessThan(whole * 0.05)
  })

  it.each<[string, readonly Message[]]>([
    ['the result stands', source()],
    ['the call that wrote it stands', [task, call('0', 'Write', { file_path: 'a.ts', content: file(20) })]],
    ['a summary quotes it', summary(`The total is made by \`${line}\`, which is wrong.`)],
  ])('are none where %s', (_name, result) => {
    const found = measureReReadTokens({ result })
    expect(found?.value).toBe(0)
    expect(found?.evidence).toMatchObject({
      results: [{ missingLines: 0, now: { messageIndex: expect.any(Number) } }],
    })
  })

  it('are unknown where nothing is needed', () => {
    expect(measureReReadTokens({ source: [task], result: [] })).toBeNull()
  })
})

describe('re-read dollars', () => {
  const prices = { input: 3, output: 15, cacheWrites: 4, cacheReads: 0.3 }
  const measureReReadUsd = (given: Given) => reReadUsd.measure(subject(given))?.value ?? null

  it('are the tokens as new input, the context read from the cache, and the call written', () => {
    const given = { result: summary('A file was read.'), prices }
    const own = subject(given)
    const call = own.source.messageTokens[1] ?? 0
    const whole = Math.ceil(file(20).length / 4)
    const expected = (4 * whole + 0.3 * own.result.totalTokens + 15 * call) / 1e6
    expect(measureReReadUsd(given)).toBeCloseTo(expected, 10)
  })

  it('charge as input what has no price of its own', () => {
    const plain = { ...prices, cacheWrites: 3, cacheReads: 3 }
    const result = summary('A file was read.')
    expect(measureReReadUsd({ result, prices: { input: 3, output: 15 } })).toBe(
      measureReReadUsd({ result, prices: plain }),
    )
  })

  it('are none where nothing is gone, and unknown without prices', () => {
    expect(measureReReadUsd({ result: source(), prices })).toBe(0)
    expect(measureReReadUsd({ result: source() })).toBeNull()
    expect(measureReReadUsd({ result: summary('A file.'), prices: { output: 15 } })).toBeNull()
  })
})
