import { describe, expect, it } from 'vitest'
import type { TimelineMarker } from '../../../shared/timeline/types.ts'
import { groupMarkers } from './marker-lane.tsx'

const at = (messageIndex: number): TimelineMarker => ({
  kind: 'retry',
  messageIndex,
  ts: null,
  tokensBefore: null,
  tokensAfter: null,
  costUsd: null,
  text: '',
})

describe('markers on the chart', () => {
  it.each([
    [[], []],
    [[5], [[5]]],
    [
      [0, 19, 20, 39, 60],
      [[0, 19], [20, 39], [60]],
    ],
    [[7, 7, 7], [[7, 7, 7]]],
  ])('of %j stand as %j where 20 pixels are needed', (places, expected) => {
    const groups = groupMarkers(places.map(at), ({ messageIndex }) => messageIndex, 20)
    expect(groups.map(({ markers }) => markers.map(({ messageIndex }) => messageIndex))).toEqual(expected)
  })
})
