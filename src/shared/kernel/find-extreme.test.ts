import { expect, it } from 'vitest'
import { findLargest, findSmallest } from './find-extreme.ts'

it('finds what Math.max and Math.min find, of more numbers than they take', () => {
  const many = Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 300_007)
  expect(findLargest(many)).toBe(many.toSorted((a, b) => b - a)[0])
  expect(findSmallest(many)).toBe(many.toSorted((a, b) => a - b)[0])
})

it.each([[[]], [[3]], [[-2, 5, 5]], [[NaN, 1]]])('agrees with them on %j', (values) => {
  expect([findLargest(values), findSmallest(values)]).toEqual([Math.max(...values), Math.min(...values)])
  expect(findLargest(values, 4)).toBe(Math.max(4, ...values))
  expect(findSmallest(new Set(values), 2)).toBe(Math.min(2, ...values))
})
