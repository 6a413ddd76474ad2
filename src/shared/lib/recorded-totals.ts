import type { TokenUsage } from '../domain/pricing.ts'
import type { RecordedCondensation, RecordedTotals, RecordedUsage, RequestUsage } from '../domain/usage.ts'

type Paid = Pick<RequestUsage, 'costUsd' | 'derivedUsd'>

/**
 * Sums over the requests and condensations that the agent recorded; missing figures count 0, without any cost null. Costs
 * at list prices stand in for those that were not recorded.
 */
export function recordedTotals(usage: RecordedUsage): RecordedTotals {
  const { requests, condensations } = usage
  const sum = (pick: (request: RequestUsage) => number | undefined): number =>
    requests.reduce((total, request) => total + (pick(request) ?? 0), 0)
  const sumPaid = (pick: (paid: Paid) => number | undefined): number =>
    [...requests, ...condensations].reduce((total, paid) => total + (pick(paid) ?? 0), 0)
  return {
    costUsd: hasCost(usage) ? sumPaid(paidUsd) : null,
    derivedUsd: sumPaid(({ derivedUsd }) => derivedUsd),
    unpricedRequests: requests.filter(isUnpriced).length,
    tokensIn: sum((request) => request.tokensIn),
    tokensOut: sum((request) => request.tokensOut),
    cacheReads: sum((request) => request.cacheReads),
    cacheWrites: sum((request) => request.cacheWrites),
    condensations: condensations.length,
  }
}

/** What a request or a condensation cost: as it was recorded, else at list prices; undefined where neither is known. */
export function paidUsd({ costUsd, derivedUsd }: Pick<RecordedCondensation, 'costUsd' | 'derivedUsd'>) {
  return costUsd ?? derivedUsd
}

/** Whether a request has no cost because list prices do not know how it was served. */
export function isUnpriced({ unpriced, costUsd }: Pick<RequestUsage, 'unpriced' | 'costUsd'>): boolean {
  return unpriced !== undefined && costUsd === undefined
}

/** An aborted request is recorded with no tokens and a cost of 0, which says nothing of what it cost. */
function hasCost({ requests, condensations }: RecordedUsage): boolean {
  const isPaid = (request: RequestUsage): boolean => {
    const { tokensIn = 0, cacheReads = 0, cacheWrites = 0 } = request
    const paid = paidUsd(request)
    return paid !== undefined && (paid > 0 || tokensIn + cacheReads + cacheWrites > 0)
  }
  return requests.some(isPaid) || condensations.some((one) => paidUsd(one) !== undefined)
}

/** All input tokens of a request: new ones, and those written to the cache or read from it. */
export function wholeInput({ input, cacheWrites, cacheReads }: TokenUsage): number {
  return input + cacheWrites + cacheReads
}
