import type { MetricsGroup, MetricsGrouping } from '../../../shared/domain/metrics.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import type { MeasuredAttempt } from './attempts-of-run.ts'

/** What tells a group from the others. */
export type GroupKey = Omit<MetricsGroup, 'label' | 'figures'>

/** Stands for no profile and for no prompt; no id of either begins with it. */
export const noneId = '-'

/**
 * The group that an attempt belongs to. A preset counts with its provider; attempts without one on record, those of
 * fallbacks included, form a group of their provider.
 */
export function groupOf(attempt: MeasuredAttempt, by: MetricsGrouping): GroupKey {
  const { providerId, presetId, model, prompt } = attempt
  const none = { providerId: null, presetId: null, profileId: null, prompt: null }
  switch (by) {
    case 'provider':
      return { ...none, id: providerId, providerId }
    case 'preset':
      return {
        ...none,
        id: presetId === null ? providerId : `${providerId}:${presetId}`,
        providerId,
        presetId,
      }
    case 'profile': {
      const profileId = model?.profileId ?? ''
      return profileId === '' ? { ...none, id: noneId } : { ...none, id: profileId, profileId }
    }
    case 'prompt':
      return prompt === null
        ? { ...none, id: noneId }
        : { ...none, id: `${prompt.promptId}@${prompt.version}`, prompt }
    default:
      return assertNever(by)
  }
}
