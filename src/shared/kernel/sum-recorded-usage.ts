import type { TokenUsage } from '../models/pricing-types.ts'
import type { RecordedCondensation, RecordedTotals, RecordedUsage, RequestUsage } from './usage.ts'

type Paid = Pick<RequestUsage, 'costUsd' | 'derivedUsd'>

/**
 * Sums over the requests and condensations that the agent recorded, null where none has the figure. Costs at list prices
 * stand in for those that were not recorded, and what is recorded of the session as a whole for what its requests lack.
 */
export function sumRecordedUsage(usage: RecordedUsage): RecordedTotals {
  const { requests, condensations, session, subscription } = usage
  const paid = [...requests, ...condensations]
  const own = {
    costUsd: hasCost(usage) ? sumKnown(paid.map(pickPaidUsd)) : null,
    derivedUsd: sumDerived(paid),
  }
  const ofSession = requests.every(({ tokensIn }) => tokensIn !== undefined) ? undefined : session
  const sum = (name: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites'): number | null =>
    ofSession?.[name] ?? sumKnown(requests.map((request) => request[name])) ?? session?.[name] ?? null
  return {
    ...(isPaidAsWhole(usage) ? { costUsd: session?.costUsd ?? null, derivedUsd: 0 } : own),
    unpricedRequests: isPaidAsWhole(usage) ? 0 : requests.filter(isUnpriced).length,
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
    cacheReads: sum('cacheReads'),
    cacheWrites: sum('cacheWrites'),
    condensations: condensations.length,
    ...(subscription === undefined ? {} : { subscription }),
    ...(session === undefined ? {} : { session }),
  }
}

/** Whether the cost is recorded of the session as a whole, its condensations in it, and of no request. */
export function isPaidAsWhole({ requests, session }: RecordedUsage): boolean {
  return session?.costUsd !== undefined && requests.every(({ costUsd }) => costUsd === undefined)
}

/** Null where nothing is known of any. */
function sumKnown(figures: readonly (number | undefined)[]): number | null {
  const known = figures.filter((figure) => figure !== undefined)
  return known.length === 0 ? null : known.reduce((total, figure) => total + figure, 0)
}

const sumDerived = (paid: readonly Paid[]): number => sumKnown(paid.map(({ derivedUsd }) => derivedUsd)) ?? 0

/** What a request or a condensation cost: as it was recorded, else at list prices; undefined where neither is known. */
export function pickPaidUsd({ costUsd, derivedUsd }: Pick<RecordedCondensation, 'costUsd' | 'derivedUsd'>) {
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
    const paid = pickPaidUsd(request)
    return paid !== undefined && (paid > 0 || tokensIn + cacheReads + cacheWrites > 0)
  }
  return requests.some(isPaid) || condensations.some((one) => pickPaidUsd(one) !== undefined)
}

/** All input tokens of a request: new ones, and those written to the cache or read from it; of several samplings the last one's. */
export function sumInputTokens({ input, cacheWrites, cacheReads, contextTokens }: TokenUsage): number {
  return contextTokens ?? input + cacheWrites + cacheReads
}
