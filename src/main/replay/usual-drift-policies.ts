import type { ReplayPolicyEntry } from '../../shared/domain/replay-policy.ts'

/** What drift is looked at for where nobody names policies; none of these asks a model. */
export const usualDriftPolicies: readonly ReplayPolicyEntry[] = [
  { id: 'native', provider: 'native' },
  { id: 'lossless', provider: 'lossless' },
  { id: 'truncation', provider: 'truncation' },
  { id: 'smart', provider: 'smart', preset: 'balanced' },
]
