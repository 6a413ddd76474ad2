import type { Policy } from '../../../shared/installation/policy-types.ts'
import { idleReason } from '../../../shared/kernel/words/engine.ts'
import type { TriggerDecision } from './context-trigger.ts'

/** At most this many attempts within the span, per task; `condensation.md` section 6. */
const mostAttempts = 3

const spanMs = 60_000

/** How long nothing is attempted after that. Then all attempts are forgotten, not just one of them. */
const cooldownMs = 60_000

export type GuardState =
  | { readonly isOpen: true; readonly attemptsLeft: number }
  /** `untilTs`: when the cooldown ends, milliseconds since 1970. */
  | { readonly isOpen: false; readonly untilTs: number }

/** Levels in percent of the window; `stop` lies below `trigger`. */
type HysteresisLevels = {
  readonly triggerPercent: number
  readonly stopPercent: number
  readonly minimumGainPercent: number
}

export type AutomaticInput = {
  readonly decision: TriggerDecision
  readonly windowTokens: number
  readonly thresholdPercent: number
  readonly policy: Pick<Policy, 'stopPercent' | 'earlyPercent' | 'minimumGainPercent' | 'autoCondense'>
  /** Times of earlier automatic attempts on this task, ascending, milliseconds since 1970. */
  readonly attempts: readonly number[]
  /** Where the last of them left the context, in percent of the window; null where there was none. */
  readonly lastEndedAtPercent: number | null
  readonly nowTs: number
}

/** What an automatic run does. */
export type AutomaticPlan =
  | {
      readonly kind: 'skip'
      readonly code: 'not-needed' | 'loop-guard' | 'hysteresis'
      readonly reason: string
    }
  | {
      readonly kind: 'run'
      /** `prepare`: early, for later use. */
      readonly purpose: 'condense' | 'truncate' | 'prepare'
      /** Whether the window slides where nothing else helps. */
      readonly slidesAtLast: boolean
      readonly targetTokens: number | null
    }

/** From a trigger's decision to what is done about it: the loop guard, hysteresis and early preparation. */
export function planAutomatic(input: AutomaticInput): AutomaticPlan {
  const { decision, policy, windowTokens } = input
  const { wouldCondense, wouldTruncate, percent } = decision
  const isEarly = policy.autoCondense && policy.earlyPercent !== null && percent >= policy.earlyPercent
  if (!wouldCondense && !wouldTruncate && !isEarly)
    return { kind: 'skip', code: 'not-needed', reason: decision.reason }
  const targetTokens =
    policy.stopPercent === null ? null : Math.floor((windowTokens * policy.stopPercent) / 100)
  const slide = { kind: 'run', purpose: 'truncate', slidesAtLast: true, targetTokens } as const
  const guard = guardAgainstLoops(input.attempts, input.nowTs)
  if (!guard.isOpen) {
    // Sliding asks no model and cannot loop; without it the next request would fail.
    if (wouldTruncate) return slide
    const seconds = Math.ceil((guard.untilTs - input.nowTs) / 1000)
    return { kind: 'skip', code: 'loop-guard', reason: idleReason('loop-guard', { seconds }).message }
  }
  if (!wouldCondense && wouldTruncate) return slide
  if (!wouldCondense) return { kind: 'run', purpose: 'prepare', slidesAtLast: false, targetTokens }
  // Above the allowed tokens the next request would fail, whatever the last condensation brought.
  if (
    !wouldTruncate &&
    policy.stopPercent !== null &&
    !canStartCondensation(buildHysteresisLevels(input, policy.stopPercent), percent, input.lastEndedAtPercent)
  ) {
    const { stopPercent, minimumGainPercent } = policy
    const figures = { endedAtPercent: input.lastEndedAtPercent ?? 0, stopPercent, minimumGainPercent }
    return { kind: 'skip', code: 'hysteresis', reason: idleReason('hysteresis', figures).message }
  }
  return { kind: 'run', purpose: 'condense', slidesAtLast: wouldTruncate, targetTokens }
}

function buildHysteresisLevels({ thresholdPercent, policy }: AutomaticInput, stopPercent: number) {
  return { triggerPercent: thresholdPercent, stopPercent, minimumGainPercent: policy.minimumGainPercent }
}

/**
 * Whether a condensation may start, given where the last automatic one ended (null where there was none). One that
 * ended above the stop level would end there again: it is tried anew only when the context has grown by the minimum
 * gain since, so that there is something to gain.
 */
export function canStartCondensation(
  levels: HysteresisLevels,
  percent: number,
  lastEndedAtPercent: number | null,
): boolean {
  if (percent < levels.triggerPercent) return false
  if (lastEndedAtPercent === null || lastEndedAtPercent <= levels.stopPercent) return true
  return percent >= lastEndedAtPercent + levels.minimumGainPercent
}

/**
 * Whether another automatic condensation of a task may be tried. `attempts` are the times of those before, ascending,
 * in milliseconds since 1970; the state follows from them alone, so it survives a restart.
 */
export function guardAgainstLoops(attempts: readonly number[], nowTs: number): GuardState {
  let recent: number[] = []
  let blockedUntilTs = Number.NEGATIVE_INFINITY
  for (const ts of attempts) {
    if (ts < blockedUntilTs) continue
    recent = [...recent.filter((earlier) => ts - earlier < spanMs), ts]
    if (recent.length < mostAttempts) continue
    blockedUntilTs = ts + cooldownMs
    recent = []
  }
  if (nowTs < blockedUntilTs) return { isOpen: false, untilTs: blockedUntilTs }
  const counted = recent.filter((ts) => nowTs - ts < spanMs).length
  return { isOpen: true, attemptsLeft: mostAttempts - counted }
}
