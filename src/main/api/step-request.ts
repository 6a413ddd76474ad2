import type { RunRequest } from '../../shared/api/runs.ts'
import type { ReplayPolicyEntry } from '../../shared/domain/replay-policy.ts'

/** A provider as a file names it. */
export type NamedStep = Pick<ReplayPolicyEntry, 'provider' | 'preset' | 'settings'>

/** What a step of a file asks of a run. */
export function stepRequest({
  provider = '',
  preset,
  settings,
}: NamedStep): Pick<RunRequest, 'providerId' | 'presetId' | 'settings'> {
  return {
    providerId: provider,
    ...(preset === undefined ? {} : { presetId: preset }),
    ...(settings === undefined ? {} : { settings }),
  }
}
