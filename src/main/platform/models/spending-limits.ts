import type { Policy } from '../../../shared/installation/policy-types.ts'
import type { SpendingLimit } from '../store/store.ts'
import type { CallScope } from './model-service.ts'

/** The limits that a call of a scope must keep, the narrowest first. `now` in milliseconds since 1970. */
export function listSpendingLimits(scope: CallScope, policy: Policy, now: number): readonly SpendingLimit[] {
  const { runId, experimentId, taskId, maxExperimentUsd } = scope
  const limits: SpendingLimit[] = []
  const runUsd = lower(scope.maxRunUsd, policy.budgetPerRunUsd)
  if (runId !== null && runUsd !== null) limits.push({ name: 'run', limitUsd: runUsd, runId })
  if (taskId !== null && policy.budgetPerTaskUsd !== null)
    limits.push({ name: 'task', limitUsd: policy.budgetPerTaskUsd, taskId })
  if (experimentId !== null && maxExperimentUsd !== null)
    limits.push({ name: 'experiment', limitUsd: maxExperimentUsd, experimentId })
  if (policy.budgetPerDayUsd !== null)
    limits.push({ name: 'day', limitUsd: policy.budgetPerDayUsd, sinceTs: startOfDay(now) })
  return limits
}

/** The last midnight of the clock on the wall, in milliseconds since 1970. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
