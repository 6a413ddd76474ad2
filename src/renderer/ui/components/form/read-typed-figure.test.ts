import { describe, expect, it } from 'vitest'
import { readTypedFigure, formatFieldAmount } from './read-typed-figure.ts'

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
    expect(readTypedFigure(typed)).toBe(figure)
  })
})

it.each([
  [0.1, '0.10'],
  [12.5, '12.50'],
  [0.25, '0.25'],
  [0.005, '0.005'],
  [5, '5'],
  [0, '0'],
])('%d dollars stand in a field as %s', (amount, text) => {
  expect(formatFieldAmount(amount)).toBe(text)
})
