import type { Stats } from '../../shared/condense/outcome-types.ts'
import type { ArmMoney, ModelPrices } from '../../shared/models/pricing-types.ts'

/** What a condensation at a cut did, in counted tokens. */
type Condensed = {
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Tokens of the summary where a model would write one, else null. */
  readonly summaryTokens: number | null
  /** US dollars that an external arm says its work took; absent where none worked. */
  readonly statedUsd?: number
}

/** What was paid after the cut: requests, model tokens for one counted token, and prices per million tokens. */
export type AfterCut = {
  readonly requestsAfter: number
  readonly slope: number
  readonly prices: ModelPrices | null
}

/**
 * Estimates what a condensation changes in the bill: what it takes out is no longer read with each request after it, the
 * condensed history is written into the cache once more, and a model that summarises reads the history and writes the
 * summary. Null without a price of input. Without prices of a cache, all is charged as input, and nothing is written.
 */
export function estimateArmMoney(
  { requestsAfter, slope, prices }: AfterCut,
  { tokensBefore, tokensAfter, summaryTokens, statedUsd = 0 }: Condensed,
): ArmMoney | null {
  const input = prices?.input
  if (prices === null || input === undefined) return null
  const read = prices.cacheReads ?? input
  const write = prices.cacheReads === undefined ? read : (prices.cacheWrites ?? input)
  const priceTokens = (tokens: number, price: number): number => (tokens * price) / 1e6
  const isChanged = tokensAfter !== tokensBefore
  const summary =
    summaryTokens === null || !isChanged
      ? 0
      : priceTokens(tokensBefore * slope, read) + priceTokens(summaryTokens, prices.output ?? 0)
  // What somebody else's work took is paid whether or not anything comes of it.
  const onceUsd = statedUsd + (isChanged ? summary + priceTokens(tokensAfter * slope, write - read) : 0)
  const savedPerRequestUsd = priceTokens((tokensBefore - tokensAfter) * slope, read)
  return {
    onceUsd,
    savedPerRequestUsd,
    requestsAfter,
    breakEvenRequests: breakEven(onceUsd, savedPerRequestUsd),
    changeUsd: requestsAfter === 0 ? onceUsd : onceUsd - requestsAfter * savedPerRequestUsd,
  }
}

/** Summaries that agents recorded are 7,600 to 19,500 characters long (Claude Code, 13 of them). */
const usualSummaryTokens = 3000

type MeasuredStats = Pick<Stats, 'originalTokens' | 'finalTokens' | 'operations'> &
  Partial<Pick<Stats, 'statedCostUsd' | 'priceUsd'>>

/**
 * The same of a condensation as it was measured. A summary has the usual length, or that of the whole result. Null for an
 * external arm that does not say what its work took.
 */
export function estimateMeasuredMoney(
  afterCut: AfterCut,
  stats: MeasuredStats,
  mayAsk: boolean,
): ArmMoney | null {
  const { originalTokens: tokensBefore, finalTokens: tokensAfter, statedCostUsd: statedUsd } = stats
  if (statedUsd !== undefined && stats.priceUsd === null) return null
  const summaryTokens = isWritten(stats, mayAsk) ? Math.min(usualSummaryTokens, tokensAfter) : null
  const stated = statedUsd === undefined ? {} : { statedUsd }
  return estimateArmMoney(afterCut, { tokensBefore, tokensAfter, summaryTokens, ...stated })
}

/** Whether a model writes summaries of it: one may be asked, and there was something to summarise. */
export function isWritten({ operations }: Pick<Stats, 'operations'>, mayAsk: boolean): boolean {
  return mayAsk && operations.some(({ operation }) => operation === 'summarised')
}

/** Requests until what is saved with each is more than what it takes once; null where nothing is saved. */
function breakEven(onceUsd: number, savedUsd: number): number | null {
  if (savedUsd <= 0) return null
  return Math.max(1, Math.floor(onceUsd / savedUsd) + 1)
}
