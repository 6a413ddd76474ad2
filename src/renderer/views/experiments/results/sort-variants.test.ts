import { describe, expect, it } from 'vitest'
import type { VariantResult } from '../../../../shared/domain/experiment-results.ts'
import { comparisonOf, recall, tokens } from '../../../../shared/testing/comparison-of.ts'
import { resultsOf } from '../testing/experiment-fixtures.ts'
import { regressionOf, byPlan, byRegression, sortVariants } from './sort-variants.ts'

const variantOf = (id: string, mean: number | null): VariantResult => ({
  id,
  label: id,
  cells: { done: 1, failed: 0, unchanged: 0 },
  metrics: mean === null ? {} : { [recall.id]: { mean, low: null, high: null, n: 1, outOf: 1, tasks: 1 } },
  chance: null,
  costUsd: 0,
  priceUsd: 0,
  meanDurationMs: null,
  isOnParetoFront: false,
})
const results = resultsOf({
  variants: [variantOf('native', 0.7), variantOf('a', null), variantOf('b', 0.9), variantOf('c', 0.5)],
  comparisons: [
    comparisonOf({ b: 'a', verdict: { word: 'worse' } }),
    comparisonOf({ b: 'a', metric: tokens.id, effectSize: 0.9, verdict: { word: 'worse' } }),
    comparisonOf({ b: 'b', verdict: { word: 'better' }, effectSize: 0.8 }),
    comparisonOf({ b: 'c', verdict: { word: 'no-difference' }, effectSize: -0.4 }),
  ],
})
const order = ['native', 'a', 'b', 'c']

describe('the order of variants', () => {
  it.each([
    [byPlan, false, ['native', 'a', 'b', 'c']],
    [byPlan, true, ['c', 'b', 'a', 'native']],
    [recall.id, true, ['b', 'native', 'c', 'a']],
    [recall.id, false, ['c', 'native', 'b', 'a']],
    [byRegression, true, ['a', 'c', 'native', 'b']],
  ])('by %s, descending %s', (id, desc, expected) => {
    expect(sortVariants(results, order, { id, desc })).toEqual(expected)
  })
})

describe('what a variant loses', () => {
  it.each([
    ['a', { worse: 2, harm: 0.9 }],
    ['b', { worse: 0, harm: 0 }],
    ['c', { worse: 0, harm: 0.4 }],
    ['native', { worse: 0, harm: 0 }],
  ])('%s', (variantId, expected) => {
    expect(regressionOf(results, variantId)).toEqual(expected)
  })
})
