import type { ReplayedPolicy, ReplayResult } from '../../../../shared/api/replay.ts'

/** A policy as the table shows it. */
export type PolicyRow = {
  readonly policy: ReplayedPolicy
  /** Null where no prices are known, or nothing can be played. */
  readonly costUsd: number | null
  /** Against the policy `none`; null where it was not played. */
  readonly againstNone: number | null
  /** Against what the record comes to when it is played. */
  readonly againstRecord: number | null
  readonly firstFiring: number | null
  /** Requests until each condensation had paid for itself; null for never. */
  readonly paysBack: readonly (number | null)[]
}

/** The policies of a result with what they are held against. */
export function policyRows({ recorded, policies }: ReplayResult): readonly PolicyRow[] {
  const none = policies.find(({ id }) => id === 'none')
  return policies.map((policy) => ({
    policy,
    costUsd: recorded.prices.length === 0 || policy.requests.length === 0 ? null : policy.costUsd,
    againstNone: policy.id === 'none' ? null : differencePercent(policy.costUsd, none?.costUsd),
    againstRecord: differencePercent(policy.costUsd, recorded.playedUsd),
    firstFiring: policy.firings[0]?.request ?? null,
    // The agent's own condensations are not judged: what it would have sent without them was not recorded.
    paysBack: policy.id === 'recorded' ? [] : policy.firings.map(({ paysBackAfter }) => paysBackAfter),
  }))
}

/** `4, never, 12 requests`: the first few, then how many more there are. */
export function payBackText(paysBack: readonly (number | null)[]): string {
  const shown = paysBack.slice(0, 3).map((requests) => requests ?? 'never')
  const more = paysBack.length - shown.length
  return more > 0 ? `${shown.join(', ')}, ${more} more` : shown.join(', ')
}

/** By how many percent a value differs from another one; null where that is nothing. */
function differencePercent(value: number, base: number | undefined): number | null {
  return base === undefined || base === 0 ? null : (100 * (value - base)) / base
}
