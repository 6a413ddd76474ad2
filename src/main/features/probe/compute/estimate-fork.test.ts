import { expect, it } from 'vitest'
import { estimateFork } from './estimate-fork.ts'

const basis = {
  prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 },
  outputTokens: 1000,
  growthTokens: 2000,
}

it.each([
  [1, 100_000 * 3.75 + 15_000],
  // 100,000 and 102,000 are read; 4,000 are written.
  [3, 104_000 * 3.75 + 202_000 * 0.3 + 45_000],
])('costs what is written once and read at each of %i turns', (turns, millionths) => {
  expect(estimateFork(basis, 100_000, turns)).toBeCloseTo(millionths / 1e6, 10)
})

it('costs nobody knows what without a price', () => {
  expect(estimateFork({ ...basis, prices: null }, 100_000, 3)).toBe(null)
})
