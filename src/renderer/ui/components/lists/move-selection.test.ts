import { describe, expect, it } from 'vitest'
import { moveSelection } from './move-selection.ts'

describe('moving a selection by keys', () => {
  it.each([
    ['j', 3, 4],
    ['ArrowDown', 9, 9],
    ['k', 0, 0],
    ['ArrowUp', -1, 0],
    ['j', -1, 0],
    ['PageDown', 2, 7],
    ['PageUp', 2, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, null],
  ])('%s on row %d of 10 goes to %s', (key, from, to) => {
    expect(moveSelection(key, from, 10, 5)).toBe(to)
  })

  it('stays where it is in an empty list', () => {
    expect(moveSelection('j', -1, 0, 5)).toBeNull()
  })
})
