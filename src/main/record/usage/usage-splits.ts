import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import { findCachedTokens } from './cached-tokens.ts'

/** What each request recorded, its cached tokens apart; null where its tokens were not recorded, or cannot be. */
export function readRecordedSplits(requests: readonly RequestUsage[]): (TokenUsage | null)[] {
  const impossible = new Set(findImpossibleInputs(requests))
  return splitUsages(requests).map((split, index) => (impossible.has(index) ? null : split))
}

/** Contexts above this are rare, */
const largeTokens = 1_000_000
/** and one of so many times those around it is a wrong figure. */
const mostTimes = 3

/** Indices of requests with an input that the requests before and behind them contradict. */
export function findImpossibleInputs(requests: readonly RequestUsage[]): number[] {
  const sizes = splitUsages(requests).map((split) => (split === null ? null : sumInputTokens(split)))
  if (!sizes.some((size) => size !== null && size > largeTokens)) return []
  return sizes.flatMap((size, index) => {
    if (size === null || size <= largeTokens) return []
    const around = [
      sizes.slice(0, index).findLast((other) => other !== null),
      sizes.slice(index + 1).find((other) => other !== null),
    ].flatMap((other) => other ?? [])
    return around.length > 0 && around.every((other) => size > mostTimes * other) ? [index] : []
  })
}

function splitUsages(requests: readonly RequestUsage[]): (TokenUsage | null)[] {
  const { onTop } = findCachedTokens(requests)
  return requests.map((request, index) => {
    const { tokensIn, tokensOut = 0, cacheWrites = 0, cacheReads = 0, contextTokens } = request
    if (tokensIn === undefined || tokensIn + cacheWrites + cacheReads === 0) return null
    const cached = {
      output: tokensOut,
      cacheWrites,
      cacheReads,
      ...(contextTokens === undefined ? {} : { contextTokens }),
    }
    if (onTop[index] === true || tokensIn === 0) return { ...cached, input: tokensIn }
    // More cached tokens than input are a wrong figure: what was read is known best, and the input holds the rest.
    const read = Math.min(cacheReads, tokensIn)
    const written = Math.min(cacheWrites, tokensIn - read)
    return { ...cached, cacheReads: read, cacheWrites: written, input: tokensIn - read - written }
  })
}
