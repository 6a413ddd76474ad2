import { expect, it } from 'vitest'
import { nearestValue } from './nearest-value.ts'

it.each([
  [[0, 2, 9], 4, 2],
  [[0, 2, 9], 6, 9],
  [[0, 2], 1, 0],
  [[3], -50, 3],
  [[], 5, 0],
])('the nearest of %j to %d is %d', (values, place, expected) =>
  expect(nearestValue(values, place)).toBe(expected),
)

it('goes by where values stand', () => {
  expect(nearestValue([0, 1, 2], 95, (value) => 10 + 40 * value)).toBe(2)
})
