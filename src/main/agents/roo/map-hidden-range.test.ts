import { describe, expect, it } from 'vitest'
import { mapHiddenRange } from './map-hidden-range.ts'

describe('a recorded range of deleted messages', () => {
  it.each([
    ['names the same messages in a whole file', [2, 5], [0, 1, 2, 3, 4, 5, 6, 7], { start: 2, end: 5 }],
    ['moves up where messages before it were left out', [2, 5], [0, 2, 3, 4, 5, 6], { start: 1, end: 4 }],
    ['shrinks where messages inside it were left out', [2, 5], [0, 1, 3, 5, 6], { start: 2, end: 3 }],
    ['ends with the history', [2, 3], [0, 1, 2, 3], { start: 2, end: 3 }],
    ['may name one message', [0, 0], [0, 1], { start: 0, end: 0 }],
  ] as const)('%s', (_name, recorded, indices, range) => {
    expect(mapHiddenRange(recorded, indices)).toEqual({ range, problem: null })
  })

  it.each([
    ['lies behind the history', [8, 9], [0, 1, 2], 'the history has no such messages'],
    ['ends before it starts', [5, 2], [0, 1, 2, 3, 4, 5], 'the history has no such messages'],
    ['lies behind damage', [2, 3], [0, 1, null, null], 'damage before it hides where that is'],
  ] as const)('hides nothing and is named when it %s', (_name, recorded, indices, why) => {
    const { range, problem } = mapHiddenRange(recorded, indices)
    expect(range).toBeNull()
    expect(problem?.reason).toContain(why)
  })

  it('hides what is there and is named when it reaches beyond the history', () => {
    const { range, problem } = mapHiddenRange([2, 999], [0, 1, 2, 3])
    expect(range).toEqual({ start: 2, end: 3 })
    expect(problem).toMatchObject({ place: 'messages 2 to 999', severity: 'warning' })
    expect(problem?.reason).toContain('the history ends with message 3')
  })

  it('is not needed', () => {
    expect(mapHiddenRange(null, [0, 1])).toEqual({ range: null, problem: null })
  })
})
