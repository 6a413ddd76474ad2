import { describe, expect, it } from 'vitest'
import { computeDifferencePercent, lowerBound, computeQuantile, sumKnown } from './numbers.ts'

it.each([
  [[], 0],
  [[0, 0], 0],
  [[1, 2.5], 3.5],
  [[1, null, 2], null],
])('%j is %j in all', (values, total) => expect(sumKnown(values)).toBe(total))

it.each([
  [[], 1, 0],
  [[1, 3, 3, 5], 0, 0],
  [[1, 3, 3, 5], 3, 1],
  [[1, 3, 3, 5], 4, 3],
  [[1, 3, 3, 5], 6, 4],
])('in %j the first that is not below %i has the index %i', (ascending, bound, index) => {
  expect(lowerBound(ascending, bound)).toBe(index)
})

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

describe('a quantile of type 7', () => {
  it.each([
    [[7], 0.25, 7],
    [[7], 0.95, 7],
    [[1, 2], 0.5, 1.5],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.75, 3.25],
    [[15, 20, 35, 40, 50], 0.4, 29],
    [[15, 20, 35, 40, 50], 0.5, 35],
    [oneTo(20), 0.95, 19.05],
    [oneTo(101), 0.95, 96],
    [[-3, -1, 4], -0.1, -3],
    [[-3, -1, 4], 0, -3],
    [[-3, -1, 4], 1, 4],
    [[-3, -1, 4], 1.1, 4],
  ])('of %j at %d is %d', (ascending, share, value) => {
    expect(computeQuantile(ascending, share)).toBeCloseTo(value, 10)
  })

  it('of nothing is no number', () => {
    expect(computeQuantile([], 0.5)).toBeNaN()
  })
})

it.each([
  [1.5, 2, -25],
  [0, 2, -100],
  [0, 0, 0],
  [2, 0, null],
  [null, 2, null],
  [2, null, null],
])('%j differs from %j by %j percent', (value, base, percent) =>
  expect(computeDifferencePercent(value, base)).toBe(percent),
)
