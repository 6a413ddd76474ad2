import { describe, expect, it } from 'vitest'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import { listSpendingLimits, startOfDay } from './spending-limits.ts'
import { makeScope } from './testing/bench.ts'

describe('the limits of a call', () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime()
  const midnight = new Date(2026, 10, 20).getTime()
  const policy = policySchema.parse({ budgetPerRunUsd: 2, budgetPerTaskUsd: 4, budgetPerDayUsd: 5 })

  it('are those of the policy and of its scope, the lower one for a run', () => {
    const scope = makeScope({ maxRunUsd: 1, experimentId: 'e', maxExperimentUsd: 3 })
    const day = { name: 'day', limitUsd: 5, sinceTs: midnight }
    const task = { name: 'task', limitUsd: 4, taskId: 'task-1' }
    expect(listSpendingLimits(scope, policy, now)).toEqual([
      { name: 'run', limitUsd: 1, runId: 'run-1' },
      task,
      { name: 'experiment', limitUsd: 3, experimentId: 'e' },
      day,
    ])
    expect(listSpendingLimits(makeScope({ maxRunUsd: 9 }), policy, now)).toMatchObject([
      { limitUsd: 2 },
      task,
      day,
    ])
    expect(listSpendingLimits(makeScope({ runId: null, taskId: null, maxRunUsd: 1 }), policy, now)).toEqual([
      day,
    ])
    expect(listSpendingLimits(makeScope(), policySchema.parse({}), now)).toEqual([])
    expect(listSpendingLimits(makeScope({ maxRunUsd: 0 }), policySchema.parse({}), now)).toMatchObject([
      { limitUsd: 0 },
    ])
  })

  it('count a day from midnight', () => {
    expect(startOfDay(midnight)).toBe(midnight)
    expect(startOfDay(midnight - 1)).toBe(new Date(2026, 10, 19).getTime())
  })
})
