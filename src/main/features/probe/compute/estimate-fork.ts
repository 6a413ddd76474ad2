import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'

/** What the cost of a fork is guessed from: prices of the session, and what its requests had on average. */
type Basis = {
  readonly prices: ModelPrices | null
  readonly outputTokens: number
  readonly growthTokens: number
}

/**
 * What a fork costs that takes all its turns: its context is written to the cache once and read at each turn, and grows as
 * the session did. Null where no price is known.
 */
export function estimateFork(
  { prices, outputTokens, growthTokens }: Basis,
  tokens: number,
  turns: number,
): number | null {
  if (prices?.input === undefined || prices.output === undefined) return null
  const { input, output, cacheWrites = input, cacheReads = input } = prices
  const read = (turns - 1) * tokens + (growthTokens * (turns - 1) * (turns - 2)) / 2
  const written = tokens + growthTokens * (turns - 1)
  return (written * cacheWrites + read * cacheReads + turns * outputTokens * output) / 1e6
}
