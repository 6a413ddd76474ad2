import type { PolicyReplay, ReplayCondensation } from './types.ts'

/** Requests until a condensation has paid for itself, or why no number says so; `free` where nothing costs anything. */
export type BreakEven = number | 'never' | 'free' | 'unknown' | 'not judged'

/** The break-even of a condensation of a policy, with the reasons apart that make it null in a result. */
export function computeBreakEven(
  { id, costUsd, requests }: Pick<PolicyReplay, 'id' | 'costUsd' | 'requests'>,
  condensation: Pick<ReplayCondensation, 'costUsd' | 'paysBackAfter' | 'quality' | 'unjudged'>,
): BreakEven {
  if (condensation.paysBackAfter !== null) return condensation.paysBackAfter
  // Replays that earlier versions kept judged and measured nothing that the agent did itself.
  const isOfOldReplay = id === 'recorded' && condensation.quality === undefined
  if (condensation.unjudged !== undefined || isOfOldReplay) return 'not judged'
  if (condensation.costUsd === null || requests.some((request) => request.costUsd === null)) return 'unknown'
  return costUsd === 0 ? 'free' : 'never'
}
