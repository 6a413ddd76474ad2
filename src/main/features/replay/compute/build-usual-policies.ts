import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { thresholdRange } from '../../../../shared/models/model-profile-types.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { findPeakTokens, chooseRecordWindow } from './choose-record-window.ts'

/**
 * The policies that a task is played under where nobody names any; none of them asks a model. What the agent did itself
 * is one of them where it condensed, truncated or left messages out. Thresholds are shares of the largest request where
 * that stays below the window: the same shares of the window would never be reached. `modelWindow` is that of the task's
 * model, where it is known: a task that sent more than the usual window had another one, and is not played with that.
 */
export function buildUsualPolicies(
  usage: RecordedUsage,
  windowTokens?: number,
  modelWindow: number | null = null,
): readonly ReplayPolicyEntry[] {
  const window = windowTokens === undefined ? chooseRecordWindow(usage, modelWindow) : null
  const own = window === null ? {} : { window }
  const thresholds = chooseThresholds(
    findPeakTokens(usage),
    window ?? windowTokens ?? usualTrigger.windowTokens,
  )
  const middle = thresholds[Math.floor(thresholds.length / 2)] ?? usualTrigger.thresholdPercent
  const { condensations, truncations = [], requests } = usage
  const isCut = requests.some(({ deletedRange }) => deletedRange !== undefined)
  const didItself = condensations.length + truncations.length > 0 || isCut
  return [
    { id: 'none' },
    ...(didItself ? [{ id: 'recorded' }] : []),
    ...thresholds.map((threshold) => ({ id: `native-${threshold}`, provider: 'native', threshold, ...own })),
    { id: `lossless-${middle}`, provider: 'lossless', threshold: middle, ...own },
    { id: `smart-${middle}`, provider: 'smart', preset: 'balanced', threshold: middle, ...own },
  ]
}

/** Shares of the largest request at which a task that fits its window is condensed. */
const sharesOfPeak = [0.5, 0.75, 0.9]

/** Percent of the window, ascending. */
function chooseThresholds(peakTokens: number, windowTokens: number): readonly number[] {
  if (peakTokens === 0 || peakTokens >= windowTokens) return [50, 75, 100]
  const percents = sharesOfPeak.map((share) =>
    Math.max(thresholdRange.min, Math.round((100 * share * peakTokens) / windowTokens)),
  )
  return [...new Set(percents)]
}
