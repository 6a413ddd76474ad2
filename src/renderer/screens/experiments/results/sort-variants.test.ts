import { describe, expect, it } from 'vitest'
import type { VariantResult } from '../../../../shared/experiments/experiment-results-types.ts'
import { buildComparison, recall, tokens } from '../../../../shared/testing/build-comparison.ts'
import { buildExperimentResults } from '../testing/experiment-fixtures.ts'
import { measureRegression, byPlan, byRegression, sortVariants } from './sort-variants.ts'

const buildVariant = (id: string, mean: number | null): VariantResult => ({
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
const results = buildExperimentResults({
  variants: [
    buildVariant('native', 0.7),
    buildVariant('a', null),
    buildVariant('b', 0.9),
    buildVariant('c', 0.5),
  ],
  comparisons: [
    buildComparison({ b: 'a', verdict: { word: 'worse' } }),
    buildComparison({ b: 'a', metric: tokens.id, effectSize: 0.9, verdict: { word: 'worse' } }),
    buildComparison({ b: 'b', verdict: { word: 'better' }, effectSize: 0.8 }),
    buildComparison({ b: 'c', verdict: { word: 'no-difference' }, effectSize: -0.4 }),
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
    expect(measureRegression(results, variantId)).toEqual(expected)
  })
})
