import type { MetricsGroup, MetricsGrouping } from '../../../shared/activity/metrics-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { abStrategyId } from '../../../shared/methods/ab-arms.ts'
import type { MeasuredAttempt } from './list-run-attempts.ts'

/** What tells a group from the others. */
export type GroupKey = Omit<MetricsGroup, 'label' | 'figures'>

/** Stands for no profile, no prompt and no arm; no id of these begins with it. */
export const noneId = '-'

/**
 * The group that an attempt belongs to. A preset counts with its provider; attempts without one on record, those of
 * fallbacks included, form a group of their provider. So do A/B assignments that have not kept their arm.
 */
export function findAttemptGroup(attempt: MeasuredAttempt, by: MetricsGrouping): GroupKey {
  const { providerId, presetId, model, prompt, arm } = attempt
  const none = { providerId: null, presetId: null, profileId: null, prompt: null, arm: null }
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
    case 'arm':
      if (arm !== null) return { ...none, id: `${arm.set}:${arm.letter}`, arm }
      return providerId === abStrategyId ? { ...none, id: abStrategyId, providerId } : { ...none, id: noneId }
    default:
      return assertNever(by)
  }
}
