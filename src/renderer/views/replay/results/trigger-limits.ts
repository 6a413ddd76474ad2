import type { ReplayPolicyEntry } from '../../../../shared/domain/replay-policy.ts'
import { usualTrigger } from '../../../../shared/domain/policy.ts'

/** The window of a policy, and the context above which it condenses: the threshold, or what the output leaves. */
export function triggerLimits({
  window = usualTrigger.windowTokens,
  threshold = usualTrigger.thresholdPercent,
  maxTokens = usualTrigger.reservedTokens,
}: Pick<ReplayPolicyEntry, 'window' | 'threshold' | 'maxTokens'>): {
  readonly windowTokens: number
  readonly triggerTokens: number
} {
  const byThreshold = (window * threshold) / 100
  const byOutput = window * (1 - usualTrigger.freeShare) - maxTokens
  return { windowTokens: window, triggerTokens: Math.max(0, Math.round(Math.min(byThreshold, byOutput))) }
}
