import { expect, it } from 'vitest'
import { differencePercent } from './difference-percent.ts'

it.each([
  [1.5, 2, -25],
  [0, 2, -100],
  [0, 0, 0],
  [2, 0, null],
  [null, 2, null],
  [2, null, null],
])('%j differs from %j by %j percent', (value, base, percent) =>
  expect(differencePercent(value, base)).toBe(percent),
)
