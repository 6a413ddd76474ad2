import type { RecordedTotals, RecordedUsage } from '../../../shared/domain/usage.ts'

/** Sums over the requests and condensations that the agent recorded; missing figures count 0. */
export function recordedTotals({ requests, condensations }: RecordedUsage): RecordedTotals {
  const sum = (pick: (request: RecordedUsage['requests'][number]) => number | undefined): number =>
    requests.reduce((total, request) => total + (pick(request) ?? 0), 0)
  const condensing = condensations.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0)
  return {
    costUsd: sum((request) => request.costUsd) + condensing,
    tokensIn: sum((request) => request.tokensIn),
    tokensOut: sum((request) => request.tokensOut),
    cacheReads: sum((request) => request.cacheReads),
    cacheWrites: sum((request) => request.cacheWrites),
    condensations: condensations.length,
  }
}
