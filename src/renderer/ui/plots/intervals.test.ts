import { describe, expect, it } from 'vitest'
import { stackDots } from './intervals.tsx'

describe('dots', () => {
  it('stand on each other where they would cover each other', () => {
    const dots = stackDots([10, 0, 11, 2, 30], (value) => value, 5)
    expect(dots.map(({ item, level }) => [item, level])).toEqual([
      [0, 0],
      [2, 1],
      [10, 0],
      [11, 1],
      [30, 0],
    ])
  })
})
