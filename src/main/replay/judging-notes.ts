import type { ReplayCondensation } from '../../shared/domain/replay.ts'

/** What keeps the agent's own condensations from being judged in full, one by one. */
export function judgingNotes(firings: readonly ReplayCondensation[]): { request: number; text: string }[] {
  return firings.flatMap(({ request, unjudged, costUsd }) => {
    if (unjudged !== undefined) return [{ request, text: `Not judged. ${unjudged}` }]
    return costUsd === null
      ? [{ request, text: 'No cost of this condensation is recorded, so when it pays back is not known.' }]
      : []
  })
}
