import { describe, expect, it } from 'vitest'
import type { TimelinePoint } from '../../../shared/timeline/types.ts'
import { createLinearAxis, createSlotAxis } from '../../ui/plots/axes.ts'
import { placeLayerNames, buildLayerRows } from './context-layers.ts'

const point = (messageIndex: number, byKind: TimelinePoint['byKind']): TimelinePoint => ({
  messageIndex,
  ts: null,
  contextTokens: 0,
  byKind,
  recordedTokens: null,
  cumulativeUsd: null,
})

describe('the layers of the chart', () => {
  const points = [point(0, { prefix: 10, 'user-text': 5 }), point(1, { prefix: 10, 'user-text': 30 })]

  it('hold the level of a message for the whole of its slot, and those that are left out have none', () => {
    expect(buildLayerRows(points, [0, 1], ['prefix', 'user-text'])).toEqual([
      { x: 0, prefix: 10, 'user-text': 5 },
      { x: 1, prefix: 10, 'user-text': 30 },
      { x: 2, prefix: 10, 'user-text': 30 },
    ])
    expect(buildLayerRows(points, [0, 1], ['user-text'])).toEqual([
      { x: 0, 'user-text': 5 },
      { x: 1, 'user-text': 30 },
      { x: 2, 'user-text': 30 },
    ])
    expect(buildLayerRows(points, [], ['prefix'])).toEqual([])
  })

  it('give the slots of messages that are not drawn to the nearer of those that are, and 0 to a kind that is missing', () => {
    const many = [...points, point(2, {}), point(3, { prefix: 7 }), point(4, { prefix: 9 })]
    expect(buildLayerRows(many, [0, 3, 4], ['prefix', 'image'])).toEqual([
      { x: 0, prefix: 10, image: 0 },
      { x: 2, prefix: 7, image: 0 },
      { x: 4, prefix: 9, image: 0 },
      { x: 5, prefix: 9, image: 0 },
    ])
  })

  it('carry their names only where these fit', () => {
    const even = Array.from({ length: 30 }, (_, index) => point(index, { prefix: 40, 'user-text': 10 }))
    const kinds = ['prefix', 'user-text'] as const
    const rows = buildLayerRows(
      even,
      even.map(({ messageIndex }) => messageIndex),
      kinds,
    )
    const up = createLinearAxis([0, 100], 100, 0, [])
    const names = placeLayerNames(rows, kinds, createSlotAxis({ from: 0, to: 29 }, 0, 600), up)
    expect(names.map(({ kind, y }) => [kind, y])).toEqual([['prefix', 80]])
  })
})
