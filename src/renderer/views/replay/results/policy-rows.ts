import type { ReplayedPolicy, ReplayResult } from '../../../../shared/api/replay.ts'
import { differencePercent } from '../../../../shared/lib/numbers.ts'
import { breakEvenOf, type BreakEven } from '../../../../shared/lib/break-even-of.ts'

/** A policy as the table shows it. */
export type PolicyRow = {
  readonly policy: ReplayedPolicy
  /** Against the policy `none`; null where it was not played. */
  readonly againstNone: number | null
  /** Against what the record comes to when it is played. */
  readonly againstPlayed: number | null
  readonly firstFiring: number | null
  /** Requests until each condensation had paid for itself. */
  readonly paysBack: readonly BreakEven[]
  /** The agent's own condensations and truncations, where those that can be played are fewer; else null. */
  readonly ownCondensations: number | null
}

/** The policies of a result with what they are held against. */
export function policyRows({ recorded, policies }: ReplayResult): readonly PolicyRow[] {
  const own = recorded.firings.length
  const none = policies.find(({ id }) => id === 'none')
  return policies.map((policy) => ({
    policy,
    againstNone: policy.id === 'none' ? null : differencePercent(policy.costUsd, none?.costUsd ?? null),
    againstPlayed: differencePercent(policy.costUsd, recorded.playedUsd),
    firstFiring: policy.firings[0]?.request ?? null,
    paysBack: policy.firings.map((condensation) => breakEvenOf(policy, condensation)),
    ownCondensations: policy.id === 'recorded' && own > policy.firings.length ? own : null,
  }))
}

/** `4, never, 12 requests`: the first few, then how many more there are; once where no number is known for any. */
export function payBackText(paysBack: readonly BreakEven[]): string {
  const [first] = paysBack
  if (typeof first === 'string' && first !== 'never' && paysBack.every((one) => one === first)) return first
  const shown = paysBack.slice(0, 3)
  const more = paysBack.length - shown.length
  return more > 0 ? `${shown.join(', ')}, ${more} more` : shown.join(', ')
}
