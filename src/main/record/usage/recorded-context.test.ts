import { describe, expect, it } from 'vitest'
import { readRecordedContextTokens } from './recorded-context.ts'

describe('the recorded size of the context', () => {
  it.each([
    ['nothing was recorded', { requests: [], condensations: [] }, null],
    [
      'of the last request that has figures',
      { requests: [{ ts: 1, tokensIn: 100, tokensOut: 5 }, { ts: 2 }], condensations: [] },
      105,
    ],
    [
      'of a condensation after it',
      { requests: [{ ts: 1, tokensIn: 100 }], condensations: [{ ts: 2, tokensAfter: 30 }] },
      30,
    ],
    [
      'of a request after that',
      { requests: [{ ts: 3, tokensIn: 40 }], condensations: [{ ts: 2, tokensAfter: 30 }] },
      40,
    ],
    [
      'with cached tokens on top, as classic records Anthropic',
      { requests: [{ ts: 1, tokensIn: 5, cacheReads: 900, cacheWrites: 95 }], condensations: [] },
      1000,
    ],
    [
      'with cached tokens included, as current records them',
      { requests: [{ ts: 1, tokensIn: 1000, cacheReads: 900 }], condensations: [] },
      1000,
    ],
  ])('is %s', (_name, usage, expected) => {
    expect(readRecordedContextTokens(usage)).toBe(expected)
  })
})
