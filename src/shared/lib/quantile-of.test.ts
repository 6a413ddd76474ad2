import { describe, expect, it } from 'vitest'
import { quantileOf } from './quantile-of.ts'

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
    expect(quantileOf(ascending, share)).toBeCloseTo(value, 10)
  })

  it('of nothing is no number', () => {
    expect(quantileOf([], 0.5)).toBeNaN()
  })
})
