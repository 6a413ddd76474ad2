import { describe, expect, it } from 'vitest'
import { findNextMatch } from './find-next-match.ts'

describe('going from match to match', () => {
  const shown = [0, 2, 4, 6, 8]
  const matches = new Set([2, 5, 8])
  it.each([
    [null, 1, 2],
    [2, 1, 8],
    [8, 1, 2],
    [0, -1, 8],
    [8, -1, 2],
    [null, -1, 8],
    [7, -1, 2],
  ] as const)('from %s in direction %d goes to %d', (selected, direction, target) => {
    expect(findNextMatch(shown, matches, selected, direction)).toBe(target)
  })

  it('goes nowhere without matches in sight', () => {
    expect(findNextMatch(shown, new Set([5]), 0, 1)).toBeNull()
  })
})
