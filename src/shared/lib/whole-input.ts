import type { TokenUsage } from '../domain/pricing.ts'

/** All input tokens of a request: new ones, and those written to the cache or read from it. */
export function wholeInput({ input, cacheWrites, cacheReads }: TokenUsage): number {
  return input + cacheWrites + cacheReads
}
