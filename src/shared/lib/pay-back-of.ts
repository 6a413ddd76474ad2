import type { PolicyReplay, ReplayFiring } from '../domain/replay.ts'

/** Requests until a condensation has paid for itself, or why no number says so; `free` where nothing costs anything. */
export type PayBack = number | 'never' | 'free' | 'unknown'

/** When a condensation of a policy pays back, with the two reasons apart that make it null in a result. */
export function payBackOf(
  { costUsd, requests }: Pick<PolicyReplay, 'costUsd' | 'requests'>,
  firing: Pick<ReplayFiring, 'costUsd' | 'paysBackAfter'>,
): PayBack {
  if (firing.paysBackAfter !== null) return firing.paysBackAfter
  if (firing.costUsd === null || requests.some((request) => request.costUsd === null)) return 'unknown'
  return costUsd === 0 ? 'free' : 'never'
}
