import { describe, expect, it } from 'vitest'
import { policySchema } from '../../../../shared/installation/policy-types.ts'
import { estimateOperationCost, isPassDear, findCostLimits } from './operation-costs.ts'

const path = ['passes', 1, 'individualConfig', 'defaults', 'toolResults']
const costs = (costUsd: number | null, limits = findCostLimits(policySchema.parse({}), null)) => ({
  operations: [{ path, calls: 3, costUsd }],
  limits,
})

describe('the cost of an operation', () => {
  it.each<[number | null, string, string | null]>([
    [0.04, 'about $0.0400 in 3 calls', null],
    [0.1, 'about $0.1000 in 3 calls', null],
    [0.25, 'about $0.2500 in 3 calls', 'exceeds the policy’s alert of $0.1000'],
    [null, 'price unknown, 3 calls', null],
  ])('of %s warns above the limit of the policy', (costUsd, text, warning) => {
    const cost = estimateOperationCost(costs(costUsd), path)
    expect(cost?.text).toBe(text)
    expect(cost?.warning ?? '').toMatch(warning ?? /^$/)
    expect(isPassDear(costs(costUsd), 1)).toBe(warning !== null)
    expect(isPassDear(costs(costUsd), 0)).toBe(false)
  })

  it('is nothing for an operation that asks no model', () => {
    expect(estimateOperationCost(costs(1), [...path.slice(0, -1), 'messageText'])).toBeNull()
  })

  it.each<[number | null, number | null, number | null]>([
    [null, null, null],
    [0.05, null, 0.05],
    [null, 0.02, 0.02],
    [0.05, 0.02, 0.02],
  ])('is compared with the smaller of two budgets: %s and %s', (budgetPerRunUsd, maxCostUsd, budgetUsd) => {
    const limits = findCostLimits(policySchema.parse({ budgetPerRunUsd }), maxCostUsd)
    expect(limits.budgetUsd).toBe(budgetUsd)
    const warning = estimateOperationCost(costs(0.06, limits), path)?.warning ?? null
    expect(warning ?? '').toMatch(budgetUsd === null ? /^$/ : 'exceeds the budget of a run')
  })

  it('warns of nothing while the policy is not known', () => {
    expect(estimateOperationCost(costs(5, findCostLimits(undefined, null)), path)?.warning).toBeNull()
  })
})
