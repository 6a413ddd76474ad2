import { expect, it } from 'vitest'
import { formatTotalCost } from './format-total-cost.ts'

it.each([
  [0, 0, '$0'],
  [1.5, 0, '$1.50'],
  [0, 2, 'unknown'],
  [0.25, 2, '≥ $0.2500'],
])('a sum of $%d with %d attempts without a price is %s', (totalCostUsd, unpriced, text) => {
  expect(formatTotalCost({ totalCostUsd, unpriced })).toBe(text)
})
