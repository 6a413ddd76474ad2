import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { findCountingEras } from './find-counting-eras.ts'

/** How a record counts cached tokens. */
export type CachedTokens = {
  /** For each request whether its cached tokens come on top of its input; else the input holds them. */
  readonly onTop: readonly boolean[]
  /** Indices of requests that have more cached tokens than input where the input holds them: a wrong figure. */
  readonly odd: readonly number[]
  /** Where a protocol begins to be counted in another way, since the agent was updated on the way. */
  readonly changes: readonly CountingChange[]
}

/** From this request on cached tokens come on top of the input, or are part of it. */
export type CountingChange = { readonly request: number; readonly isOnTop: boolean }

/**
 * Classic Roo records Anthropic's input without its cached tokens, current Roo with them, and all others with them. For
 * each protocol of a record most requests with cached tokens decide: more of them than input says that they come on
 * top. One that most others contradict is recorded wrongly; a segment that does is of another era (`findCountingEras`).
 */
export function findCachedTokens(requests: readonly RequestUsage[]): CachedTokens {
  const onTop = requests.map(() => false)
  const numbered = requests.map((request, index) => ({ index, ...request }))
  for (const all of Map.groupBy(numbered, ({ apiProtocol }) => apiProtocol).values()) {
    const own = all.filter(hasCached)
    const eras = findCountingEras(
      own.map((one) => ({ input: one.tokensIn ?? 0, cached: sumCachedTokens(one) })),
    )
    let [at, isOnTop] = [0, eras[0] === true]
    for (const { index } of all) {
      // What has no cached tokens itself is counted as what came before it, or first.
      if (own[at]?.index === index) isOnTop = eras[at++] === true
      onTop[index] = requests[index]?.isCacheApart ?? isOnTop
    }
  }
  const odd = requests.flatMap((request, index) =>
    request.tokensIn !== undefined && sumCachedTokens(request) > request.tokensIn && onTop[index] !== true
      ? [index]
      : [],
  )
  return { onTop, odd, changes: findCountingChanges(requests, onTop) }
}

function findCountingChanges(requests: readonly RequestUsage[], onTop: readonly boolean[]): CountingChange[] {
  const lastOf = new Map<string | undefined, boolean>()
  return requests.flatMap((request, index): CountingChange[] => {
    if (!hasCached(request)) return []
    const isOnTop = onTop[index] === true
    // Older agents name no protocol.
    const before = lastOf.get(request.apiProtocol) ?? lastOf.get(undefined) ?? isOnTop
    lastOf.set(request.apiProtocol, isOnTop)
    return before === isOnTop ? [] : [{ request: index, isOnTop }]
  })
}

/** All that a request sent, cached or not; 0 where nothing is recorded. */
export function readRecordedInput(
  requests: readonly RequestUsage[],
  index: number,
  { onTop }: Pick<CachedTokens, 'onTop'>,
): number {
  const request = requests[index] ?? {}
  const { tokensIn = 0, contextTokens } = request
  return contextTokens ?? (onTop[index] === true ? tokensIn + sumCachedTokens(request) : tokensIn)
}

function hasCached(request: RequestUsage): boolean {
  return request.tokensIn !== undefined && sumCachedTokens(request) > 0
}

function sumCachedTokens({ cacheReads = 0, cacheWrites = 0 }: RequestUsage): number {
  return cacheReads + cacheWrites
}
