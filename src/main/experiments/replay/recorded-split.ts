import type { TokenUsage } from '../../../shared/domain/pricing.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { normaliseUsage } from '../../engine/pricing/cost.ts'
import { cachedComesOnTop } from '../../engine/inspect/calibrate.ts'

/** What each request recorded, its cached tokens apart; null where its tokens were not recorded. */
export function recordedSplits(requests: readonly RequestUsage[]): (TokenUsage | null)[] {
  const protocols = new Set(requests.map(({ apiProtocol }) => apiProtocol))
  // Classic Roo leaves Anthropic's cached tokens out of the input, all others hold them: the figures tell.
  const onTop = new Set(
    [...protocols].filter((protocol) =>
      cachedComesOnTop(requests.filter(({ apiProtocol }) => apiProtocol === protocol)),
    ),
  )
  return requests.map(({ tokensIn, tokensOut = 0, cacheWrites = 0, cacheReads = 0, apiProtocol }) => {
    if (tokensIn === undefined || tokensIn + cacheWrites + cacheReads === 0) return null
    const usage = { input: tokensIn, output: tokensOut, cacheWrites, cacheReads }
    return normaliseUsage(usage, onTop.has(apiProtocol) ? 'anthropic' : 'openai')
  })
}

/** All that a request sent. */
export function wholeInput({ input, cacheWrites, cacheReads }: TokenUsage): number {
  return input + cacheWrites + cacheReads
}
