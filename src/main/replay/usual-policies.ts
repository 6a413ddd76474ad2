import type { ReplayPolicyEntry } from '../../shared/domain/replay-policy.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'

/**
 * The policies that a task is played under where nobody names any; none of them asks a model. What the agent did itself
 * is one of them where it condensed, truncated or left messages out.
 */
export function usualPolicies(usage: RecordedUsage): readonly ReplayPolicyEntry[] {
  const { condensations, truncations = [], requests } = usage
  const isCut = requests.some(({ deletedRange }) => deletedRange !== undefined)
  const didItself = condensations.length + truncations.length > 0 || isCut
  return [
    { id: 'none' },
    ...(didItself ? [{ id: 'recorded' }] : []),
    ...[50, 75, 100].map((threshold) => ({ id: `native-${threshold}`, provider: 'native', threshold })),
    { id: 'lossless-75', provider: 'lossless', threshold: 75 },
    { id: 'smart-75', provider: 'smart', preset: 'balanced', threshold: 75 },
  ]
}
