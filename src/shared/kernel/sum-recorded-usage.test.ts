import { describe, expect, it } from 'vitest'
import { sumRecordedUsage } from './sum-recorded-usage.ts'
import type { RecordedUsage } from './usage.ts'

const buildUsage = (usage: Partial<RecordedUsage>): RecordedUsage => ({
  requests: [],
  condensations: [],
  ...usage,
})
const nothing = { costUsd: null, tokensIn: null, tokensOut: null, cacheReads: null, cacheWrites: null }

describe('the sums of a record', () => {
  it.each<[string, Partial<RecordedUsage>, object]>([
    ['are unknown where nothing is recorded', {}, nothing],
    ['are unknown where requests say nothing', { requests: [{ ts: 1 }, { cancelled: true }] }, nothing],
    [
      'have 0 where 0 is recorded',
      { requests: [{ tokensIn: 5, cacheReads: 0 }] },
      { cacheReads: 0, cacheWrites: null },
    ],
    [
      'add up what is there',
      {
        requests: [
          { tokensIn: 5, costUsd: 1 },
          { tokensIn: 6, derivedUsd: 2 },
        ],
      },
      { tokensIn: 11, costUsd: 3, derivedUsd: 2 },
    ],
    [
      'are those of the session where requests show none',
      { requests: [{ tokensOut: 1 }, {}], session: { tokensIn: 90, tokensOut: 9, costUsd: 2 } },
      { tokensIn: 90, tokensOut: 9, costUsd: 2, derivedUsd: 0 },
    ],
    [
      'take the recorded cost of the session before one at list prices',
      { requests: [{ tokensIn: 5, derivedUsd: 9 }], session: { costUsd: 2 } },
      { tokensIn: 5, costUsd: 2, derivedUsd: 0 },
    ],
    [
      'are those of the requests where each shows its part',
      { requests: [{ tokensIn: 5, costUsd: 1 }], session: { tokensIn: 90, costUsd: 2, systemTokens: 7 } },
      { tokensIn: 5, costUsd: 1, session: { tokensIn: 90, costUsd: 2, systemTokens: 7 } },
    ],
  ])('%s', (_, usage, expected) => {
    expect(sumRecordedUsage(buildUsage(usage))).toMatchObject(expected)
  })
})
