import type { TokenUsage } from '../domain/pricing.ts'
import type { RecordedTotals, RecordedUsage, RequestUsage } from '../domain/usage.ts'

/** Sums over the requests and condensations that the agent recorded; missing figures count 0, without any cost null. */
export function recordedTotals(usage: RecordedUsage): RecordedTotals {
  const { requests, condensations } = usage
  const sum = (pick: (request: RecordedUsage['requests'][number]) => number | undefined): number =>
    requests.reduce((total, request) => total + (pick(request) ?? 0), 0)
  const condensing = condensations.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0)
  return {
    costUsd: hasRecordedCost(usage) ? sum((request) => request.costUsd) + condensing : null,
    tokensIn: sum((request) => request.tokensIn),
    tokensOut: sum((request) => request.tokensOut),
    cacheReads: sum((request) => request.cacheReads),
    cacheWrites: sum((request) => request.cacheWrites),
    condensations: condensations.length,
  }
}

/** An aborted request is recorded with no tokens and a cost of 0, which says nothing of what it cost. */
function hasRecordedCost({ requests, condensations }: RecordedUsage): boolean {
  const isPaid = ({ costUsd, tokensIn = 0, cacheReads = 0, cacheWrites = 0 }: RequestUsage): boolean =>
    costUsd !== undefined && (costUsd > 0 || tokensIn + cacheReads + cacheWrites > 0)
  return requests.some(isPaid) || condensations.some(({ costUsd }) => costUsd !== undefined)
}

/** All input tokens of a request: new ones, and those written to the cache or read from it. */
export function wholeInput({ input, cacheWrites, cacheReads }: TokenUsage): number {
  return input + cacheWrites + cacheReads
}
