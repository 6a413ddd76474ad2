import type { PolicyReplay, ReplayFiring } from '../domain/replay.ts'

/** Requests until a condensation has paid for itself, or why no number says so; `free` where nothing costs anything. */
export type PayBack = number | 'never' | 'free' | 'unknown' | 'not judged'

/** When a condensation of a policy pays back, with the reasons apart that make it null in a result. */
export function payBackOf(
  { id, costUsd, requests }: Pick<PolicyReplay, 'id' | 'costUsd' | 'requests'>,
  firing: Pick<ReplayFiring, 'costUsd' | 'paysBackAfter' | 'quality' | 'unjudged'>,
): PayBack {
  if (firing.paysBackAfter !== null) return firing.paysBackAfter
  // Replays that earlier versions kept judged and measured nothing that the agent did itself.
  const isOfOldReplay = id === 'recorded' && firing.quality === undefined
  if (firing.unjudged !== undefined || isOfOldReplay) return 'not judged'
  if (firing.costUsd === null || requests.some((request) => request.costUsd === null)) return 'unknown'
  return costUsd === 0 ? 'free' : 'never'
}
