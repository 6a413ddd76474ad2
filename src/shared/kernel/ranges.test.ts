import { expect, it } from 'vitest'
import { formatRanges } from './ranges.ts'

it.each([
  [[], ''],
  [[3], '3'],
  [[1, 2], '1, 2'],
  [[1, 2, 3, 4, 7, 9, 10, 11], '1–4, 7, 9–11'],
  [[5, 3, 4, 4], '3–5'],
])('%j are written as %s', (numbers, text) => {
  expect(formatRanges(numbers)).toBe(text)
})
