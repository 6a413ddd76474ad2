import type { RequestUsage } from '../../../shared/domain/usage.ts'

/** How a record counts cached tokens. */
export type CachedTokens = {
  /** Whether those of a request come on top of its input; else the input holds them. */
  readonly isOnTop: (request: RequestUsage) => boolean
  /** Indices of requests that have more cached tokens than input where the input holds them: a wrong figure. */
  readonly odd: readonly number[]
}

/**
 * Classic Roo records Anthropic's input without its cached tokens, current Roo with them, and all others with them. For
 * each protocol of a record most requests with cached tokens decide: more of them than input says that they come on
 * top. One that most others contradict is recorded wrongly.
 */
export function cachedTokensOf(requests: readonly RequestUsage[]): CachedTokens {
  const votes = new Map<string | undefined, number>()
  for (const request of requests) {
    if (request.tokensIn === undefined || cachedOf(request) === 0) continue
    const vote = exceedsInput(request) ? 1 : -1
    votes.set(request.apiProtocol, (votes.get(request.apiProtocol) ?? 0) + vote)
  }
  const isOnTop = ({ apiProtocol }: RequestUsage): boolean => (votes.get(apiProtocol) ?? -1) >= 0
  const odd = requests.flatMap((request, index) =>
    exceedsInput(request) && !isOnTop(request) ? [index] : [],
  )
  return { isOnTop, odd }
}

/** All that a request sent, cached or not; 0 where nothing is recorded. */
export function recordedInput(request: RequestUsage, { isOnTop }: CachedTokens): number {
  const { tokensIn = 0 } = request
  return isOnTop(request) ? tokensIn + cachedOf(request) : tokensIn
}

function cachedOf({ cacheReads = 0, cacheWrites = 0 }: RequestUsage): number {
  return cacheReads + cacheWrites
}

function exceedsInput(request: RequestUsage): boolean {
  return request.tokensIn !== undefined && cachedOf(request) > request.tokensIn
}
