import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { cachedTokensOf } from '../../engine/inspect/cached-tokens.ts'

/** What each request recorded, its cached tokens apart; null where its tokens were not recorded. */
export function recordedSplits(requests: readonly RequestUsage[]): (TokenUsage | null)[] {
  const { isOnTop } = cachedTokensOf(requests)
  return requests.map((request) => {
    const { tokensIn, tokensOut = 0, cacheWrites = 0, cacheReads = 0 } = request
    if (tokensIn === undefined || tokensIn + cacheWrites + cacheReads === 0) return null
    const cached = { output: tokensOut, cacheWrites, cacheReads }
    if (isOnTop(request) || tokensIn === 0) return { ...cached, input: tokensIn }
    // More cached tokens than input are a wrong figure: what was read is known best, and the input holds the rest.
    const read = Math.min(cacheReads, tokensIn)
    const written = Math.min(cacheWrites, tokensIn - read)
    return { ...cached, cacheReads: read, cacheWrites: written, input: tokensIn - read - written }
  })
}

/** All that a request sent. */
export function wholeInput({ input, cacheWrites, cacheReads }: TokenUsage): number {
  return input + cacheWrites + cacheReads
}
