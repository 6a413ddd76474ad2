import { expect, it } from 'vitest'
import { describeModelRequests } from './describe-model-requests.ts'

const one = {
  policyId: 'early',
  models: ['Work (model-1)', 'Other'],
  condensations: 1,
  calls: 2,
  costUsd: 0.42,
  isPriced: true,
  obstacle: null,
}

it('says nothing where nobody asks', () => {
  expect(describeModelRequests([], 1)).toBe('')
})

it('names cost, calls and the limit', () => {
  const none = { ...one, policyId: 'late', condensations: 0, calls: 0, costUsd: 0 }
  const unpriced = { ...one, policyId: 'odd', isPriced: false }
  expect(describeModelRequests([one, none, unpriced], undefined).split('\n')).toEqual([
    'early asks Work (model-1), Other: about $0.4200 for 1 condensation, 2 calls',
    'late asks Work (model-1), Other: nothing, since it would never call the model',
    'odd asks Work (model-1), Other: no known price for 1 condensation, 2 calls',
    'Estimated with guessed answers. No limit is set: --max-cost sets one for each policy.',
    '',
  ])
  const shut = { ...one, obstacle: 'The profile work cannot be used: it has no key.' }
  expect(describeModelRequests([shut], undefined)).toMatch(
    /: no model can be called\. The profile work cannot be used: it has no key\.\n/,
  )
  expect(describeModelRequests([one], 0.05)).toMatch(/Each of them stops at \$0\.0500 \(--max-cost\)\.\n$/)
})
