import { describe, expect, it } from 'vitest'
import { policySchema } from '../../../../shared/installation/policy-types.ts'
import { isSamePolicy, readPolicy, type PolicyDraft, type PolicyIssues } from './policy-draft.ts'

const policy = policySchema.parse({})

describe('the form of the policy', () => {
  it('reads as the policy that it shows', () => {
    expect(readPolicy(policy)).toEqual({ ok: true, policy })
    expect(isSamePolicy(policy, policy)).toBe(true)
    expect(isSamePolicy({ ...policy, budgetPerDayUsd: 5 }, policy)).toBe(false)
  })

  it.each<[Partial<PolicyDraft>, PolicyIssues]>([
    [{ minimumGainPercent: null }, { minimumGainPercent: 'This is needed.' }],
    [{ minimumGainPercent: 120 }, { minimumGainPercent: 'At most 100.' }],
    [{ alertCostUsd: -1 }, { alertCostUsd: 'At least 0.' }],
    [{ budgetPerRunUsd: 0 }, { budgetPerRunUsd: 'More than 0. Leave it empty for no limit.' }],
  ])('says at the field what does not fit: %o', (change, issues) => {
    expect(readPolicy({ ...policy, ...change })).toEqual({ ok: false, issues })
  })
})
