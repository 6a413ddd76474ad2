import { expect, it } from 'vitest'
import { formatCoverage } from './metric-words.ts'

it.each([
  [{ n: 6, outOf: 29 }, '6 of 29'],
  [{ n: 0, outOf: 29 }, '0 of 29'],
  [{ n: 29, outOf: 29 }, ''],
  [{}, ''],
])('what %j rests on reads %j', (rest, text) => {
  expect(formatCoverage(rest)).toBe(text)
})
