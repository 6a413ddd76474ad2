import { expect, it } from 'vitest'
import type { RecordedCache } from '../../../shared/replay/cache-audit-types.ts'
import type { Timeline } from '../../../shared/timeline/types.ts'
import { withCacheBreaks } from './with-cache-breaks.ts'

const condensed = {
  kind: 'condensation',
  messageIndex: 9,
  ts: null,
  tokensBefore: null,
  tokensAfter: null,
  costUsd: null,
  text: 'The agent condensed the history.',
} as const
const timeline: Timeline = {
  parent: null,
  points: [],
  markers: [condensed],
  models: [],
  basis: 'counted',
  peakTokens: 0,
  peakBasis: 'counted',
  notes: [],
}
const pause: RecordedCache['breaks'][number] = {
  request: 3,
  ts: null,
  cause: 'pause',
  at: null,
  tokens: 40_000,
  heldTokens: 40_000,
  costUsd: 0.138,
  readTokens: 0,
  pauseMs: 600_000,
  timeToLiveMs: 300_000,
  markAt: 5,
}

it('marks the requests whose cache broke among the other events, with the cause in words', () => {
  const { markers } = withCacheBreaks(timeline, { breaks: [pause] })
  expect(markers.map(({ kind, messageIndex }) => `${kind} ${messageIndex}`)).toEqual([
    'cache-break 5',
    'condensation 9',
  ])
  expect(markers[0]?.text).toBe(
    'Pause: 40,000 tokens paid again, $0.1380 lost, 0 read. 10 min passed between requests. The cache lasts 5 min.',
  )
})

it('shows the timeline as it is while nothing is known of the cache, and where it never broke', () => {
  expect(withCacheBreaks(timeline, undefined)).toBe(timeline)
  expect(withCacheBreaks(timeline, { breaks: [] })).toBe(timeline)
})
