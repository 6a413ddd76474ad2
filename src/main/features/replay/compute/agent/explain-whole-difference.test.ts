import { describe, expect, it } from 'vitest'
import { reasonText } from '../../../../../shared/replay/words.ts'
import type { PlayedPart } from './explain-whole-difference.ts'
import { explainWholeDifference } from './explain-whole-difference.ts'

const none: PlayedPart = { requests: 0, playedUsd: 0, recordedUsd: 0 }
const nothing = {
  recordedUsd: 1,
  unplayedUsd: 0,
  unplayedRequests: 0,
  estimated: { requests: 0, costUsd: null },
  parts: { short: { ...none, cachedTokens: 0, leastTokens: 0 }, apart: none, compared: none },
}

const formatDifferenceTexts = (whole: Parameters<typeof explainWholeDifference>[0]) =>
  explainWholeDifference(whole).map(reasonText)

describe('the difference of a whole record', () => {
  it('names requests that only their own cost has prices for', () => {
    const apart = { requests: 2, playedUsd: 0.9, recordedUsd: 1 }
    expect(formatDifferenceTexts({ ...nothing, playedUsd: 0.9, parts: { ...nothing.parts, apart } })).toEqual(
      [
        'The replay comes to $0.9000, 10.0\u202f% less than the recorded $1.00: the requests whose prices are known only from their own cost (2) come to $0.9000 for $1.00.',
      ],
    )
  })

  it('names small causes that come to a large one together', () => {
    const compared = { requests: 8, playedUsd: 0.993, recordedUsd: 1 }
    const small = { ...nothing, recordedUsd: 1.007, unplayedUsd: 0.007, unplayedRequests: 1 }
    expect(
      formatDifferenceTexts({ ...small, playedUsd: 0.993, parts: { ...nothing.parts, compared } }),
    ).toEqual([
      'The replay comes to $0.9930, 1.4\u202f% less than the recorded $1.01: $0.0070 was recorded for what cannot be played (1 request), and the requests that are compared (8) come to $0.9930 for $1.00.',
    ])
  })

  it('is left to the comparison where only compared requests differ', () => {
    const compared = { requests: 8, playedUsd: 0.9, recordedUsd: 1 }
    expect(
      formatDifferenceTexts({ ...nothing, playedUsd: 0.9, parts: { ...nothing.parts, compared } }),
    ).toEqual([])
  })
})
