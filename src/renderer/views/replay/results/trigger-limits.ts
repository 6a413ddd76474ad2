import type { ReplayPolicyEntry } from '../../../../shared/domain/replay-policy.ts'

/** What holds where a policy names nothing else. */
const usual = { windowTokens: 200_000, thresholdPercent: 75, reservedTokens: 8192 }
/** Share of the window that an agent keeps free. */
const buffer = 0.1

/** The window of a policy, and the context above which it condenses: the threshold, or what the output leaves. */
export function triggerLimits({
  window = usual.windowTokens,
  threshold = usual.thresholdPercent,
  maxTokens = usual.reservedTokens,
}: Pick<ReplayPolicyEntry, 'window' | 'threshold' | 'maxTokens'>): {
  readonly windowTokens: number
  readonly triggerTokens: number
} {
  const byThreshold = (window * threshold) / 100
  const byOutput = window * (1 - buffer) - maxTokens
  return { windowTokens: window, triggerTokens: Math.max(0, Math.round(Math.min(byThreshold, byOutput))) }
}
