import { describe, expect, it } from 'vitest'
import { buildRangeBetween, moveRangeTo, zoomRange } from './zoom-range.ts'

describe('zooming into the timeline', () => {
  it.each([
    ['halves what is shown around the cursor', { from: 0, to: 99 }, 50, 0.5, { from: 25, to: 74 }],
    ['keeps the cursor at the end in sight', { from: 0, to: 99 }, 99, 0.5, { from: 50, to: 99 }],
    ['shows no fewer than three messages', { from: 10, to: 12 }, 11, 0.5, { from: 10, to: 12 }],
    ['doubles what is shown', { from: 20, to: 29 }, 25, 2, { from: 15, to: 34 }],
    ['stays within the task', { from: 2, to: 21 }, 2, 2, { from: 2, to: 41 }],
    ['ends with all of it', { from: 20, to: 79 }, 50, 2, null],
  ] as const)('%s', (_, range, around, factor, expected) => {
    expect(zoomRange(range, around, factor, 100)).toEqual(expected)
  })

  it.each([
    [10, 20, { from: 10, to: 20 }],
    [20, 10, { from: 10, to: 20 }],
    [10, 10, { from: 9, to: 11 }],
    [0, 0, { from: 0, to: 2 }],
    [0, 99, null],
  ])('takes what lies between %i and %i', (one, other, expected) => {
    expect(buildRangeBetween(one, other, 100)).toEqual(expected)
  })

  it.each([
    [12, { from: 10, to: 19 }],
    [25, { from: 16, to: 25 }],
    [3, { from: 3, to: 12 }],
  ])('follows the cursor to %i', (index, expected) => {
    expect(moveRangeTo({ from: 10, to: 19 }, index)).toEqual(expected)
  })
})
