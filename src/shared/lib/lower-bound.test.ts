import { expect, it } from 'vitest'
import { lowerBound } from './lower-bound.ts'

it.each([
  [[], 1, 0],
  [[1, 3, 3, 5], 0, 0],
  [[1, 3, 3, 5], 3, 1],
  [[1, 3, 3, 5], 4, 3],
  [[1, 3, 3, 5], 6, 4],
])('in %j the first that is not below %i has the index %i', (ascending, bound, index) => {
  expect(lowerBound(ascending, bound)).toBe(index)
})
