import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { cachedComesOnTop } from './calibrate.ts'

/**
 * Size of the context as the agent last recorded it, in tokens: the last request or condensation whose figure is not
 * 0. Null where nothing was recorded. `condensation.md` section 4.
 */
export function recordedContextTokens({ requests, condensations }: RecordedUsage): number | null {
  const addCached = cachedComesOnTop(requests)
  const sizes = [
    ...requests.map(({ ts, tokensIn = 0, tokensOut = 0, cacheReads = 0, cacheWrites = 0 }) => ({
      ts: ts ?? 0,
      tokens: tokensIn + tokensOut + (addCached ? cacheReads + cacheWrites : 0),
    })),
    ...condensations.map(({ ts, tokensAfter = 0 }) => ({ ts: ts ?? 0, tokens: tokensAfter })),
  ]
  return sizes.toSorted((a, b) => a.ts - b.ts).findLast(({ tokens }) => tokens > 0)?.tokens ?? null
}
