import type { ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'

/** The policies that a task is played under where nobody names any; none of them asks a model. */
export function usualPolicies({ condensations }: RecordedUsage): readonly ReplayPolicyEntry[] {
  return [
    { id: 'none' },
    ...(condensations.length === 0 ? [] : [{ id: 'recorded' }]),
    ...[50, 75, 100].map((threshold) => ({ id: `native-${threshold}`, provider: 'native', threshold })),
    { id: 'lossless-75', provider: 'lossless', threshold: 75 },
    { id: 'smart-75', provider: 'smart', preset: 'balanced', threshold: 75 },
  ]
}
