import { describe, expect, it } from 'vitest'
import type { TimelinePoint } from '../../../shared/domain/timeline.ts'
import { slotAxis } from './slot-axis.ts'
import { stackLayers } from './stack-layers.ts'

const point = (messageIndex: number, byKind: TimelinePoint['byKind']): TimelinePoint => ({
  messageIndex,
  ts: null,
  contextTokens: 0,
  byKind,
  recordedTokens: null,
  cumulativeUsd: null,
})

describe('the layers of the chart', () => {
  it('stand on each other in steps, and those that are left out leave no gap', () => {
    const points = [point(0, { prefix: 10, 'user-text': 5 }), point(1, { prefix: 10, 'user-text': 30 })]
    const axis = slotAxis({ from: 0, to: 1 }, 0, 20)
    const stack = (kinds: readonly ('prefix' | 'user-text')[]) =>
      stackLayers({ points, drawn: [0, 1], kinds, axis, toY: (tokens) => 100 - tokens }).map(
        ({ path }) => path,
      )
    expect(stack(['prefix', 'user-text'])).toEqual([
      'M0.0 100.0L0.0 90.0H10.0L10.0 90.0H20.0L20.0 100.0H10.0L10.0 100.0H0.0Z',
      'M0.0 90.0L0.0 85.0H10.0L10.0 60.0H20.0L20.0 90.0H10.0L10.0 90.0H0.0Z',
    ])
    expect(stack(['user-text'])).toEqual([
      'M0.0 100.0L0.0 95.0H10.0L10.0 70.0H20.0L20.0 100.0H10.0L10.0 100.0H0.0Z',
    ])
  })

  it('carry their names only where these fit', () => {
    const points = Array.from({ length: 30 }, (_, index) => point(index, { prefix: 40, 'user-text': 10 }))
    const axis = slotAxis({ from: 0, to: 29 }, 0, 600)
    const layers = stackLayers({
      points,
      drawn: points.map(({ messageIndex }) => messageIndex),
      kinds: ['prefix', 'user-text'],
      axis,
      toY: (tokens) => 100 - tokens,
    })
    expect(layers.map(({ label }) => label?.y ?? null)).toEqual([80, null])
  })
})
