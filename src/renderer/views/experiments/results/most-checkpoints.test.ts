import { expect, it } from 'vitest'
import { mostCheckpoints, restsOnDifferent } from './most-checkpoints.ts'

const variant = (counts: Readonly<Record<string, number>>) => ({
  metrics: Object.fromEntries(
    Object.entries(counts).map(([id, n]) => [id, { mean: 1, low: null, high: null, n, tasks: 1 }]),
  ),
})

it.each([
  [[variant({ cost: 3 }), variant({ cost: 4 })], 4, true],
  [[variant({ cost: 4 }), variant({ cost: 4 })], 4, false],
  [[variant({ cost: 4 }), variant({})], 4, false],
  [[variant({})], 0, false],
])('the largest number of checkpoints of %j is %d, different: %s', (variants, most, isDifferent) => {
  expect(mostCheckpoints(variants, 'cost')).toBe(most)
  expect(restsOnDifferent(variants, ['cost'])).toBe(isDifferent)
})
