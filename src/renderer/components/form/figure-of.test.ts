import { describe, expect, it } from 'vitest'
import { figureOf } from './figure-of.ts'

describe('a figure that is being typed', () => {
  it.each([
    [12, 12],
    ['', null],
    [' ', null],
    ['-', null],
    ['0.', 0],
    ['0.0', 0],
    ['0.05', 0.05],
    ['1.50', 1.5],
    [Number.NaN, null],
  ])('%j is %s', (typed, figure) => {
    expect(figureOf(typed)).toBe(figure)
  })
})
