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
  /** US dollars for reading again what it does not hold; null where no price tells, or nobody knows. */
  readonly reReadUsd?: number | null
}

/** What was paid after the cut: requests, model tokens for one counted token, and prices per million tokens. */
export type AfterCut = {
  /** Until the agent condensed again, or the task ended. */
  readonly requestsAfter: number
  readonly slope: number
  readonly prices: ModelPrices | null
  /** What the agent's own condensation here left and took; null where it did not condense here. */
  readonly recorded: RecordedBill | null
}

/** What a recorded condensation left, in counted tokens, and took, in US dollars. */
export type RecordedBill = {
  readonly tokens: number
  /** For the summary's own request, as recorded or by its tokens, and writing the result into the cache. */
  readonly onceUsd: number
  readonly reReadUsd: number
  /** What never condensing would have cost more, or below 0 less, with each request capped at the model's window. */
  readonly neverUsd: number | null
}

/**
 * Estimates what a condensation changes in the bill against what was recorded. Each request after it reads what it left in
 * place of what the agent had there, the condensed history is written into the cache once more, a model that summarises
 * reads the history and writes the summary, and what is missing is read again. Null without a price of input. Without prices
 * of a cache, all is charged as input, and nothing is written.
 */
export function estimateArmMoney(afterCut: AfterCut, condensed: Condensed): ArmMoney | null {
  const { requestsAfter, slope, recorded, prices } = afterCut
  const read = prices?.cacheReads ?? prices?.input
  const onceUsd = estimateOnceUsd(afterCut, condensed)
  if (onceUsd === null || read === undefined) return null
  const { tokensBefore, tokensAfter, reReadUsd: knownReReadUsd } = condensed
  const reReadUsd = knownReReadUsd ?? 0
  const savedPerRequestUsd = (((recorded?.tokens ?? tokensBefore) - tokensAfter) * slope * read) / 1e6
  const moreUsd = onceUsd + reReadUsd - (recorded === null ? 0 : recorded.onceUsd + recorded.reReadUsd)
  return {
    onceUsd,
    reReadUsd,
    savedPerRequestUsd,
    requestsAfter,
    breakEvenRequests: computeBreakEven(moreUsd, savedPerRequestUsd),
    changeUsd: requestsAfter === 0 ? moreUsd : moreUsd - requestsAfter * savedPerRequestUsd,
  }
}

/** What a condensation takes at once, without what is read again: the summary's own request, and the cache. */
export function estimateOnceUsd(
  { slope, prices }: Pick<AfterCut, 'slope' | 'prices'>,
  { tokensBefore, tokensAfter, summaryTokens, statedUsd = 0 }: Condensed,
): number | null {
  const input = prices?.input
  if (prices === null || input === undefined) return null
  const read = prices.cacheReads ?? input
  const write = prices.cacheReads === undefined ? read : (prices.cacheWrites ?? input)
  const priceTokens = (tokens: number, price: number): number => (tokens * price) / 1e6
  // What somebody else's work took is paid whether or not anything comes of it.
  if (tokensAfter === tokensBefore) return statedUsd
  const summary =
    summaryTokens === null
      ? 0
      : priceTokens(tokensBefore * slope, read) + priceTokens(summaryTokens, prices.output ?? 0)
  return statedUsd + summary + priceTokens(tokensAfter * slope, write - read)
}

/** The bill of what the agent itself did, with which all others are compared. */
export function describeRecordedMoney({ recorded, requestsAfter }: AfterCut): ArmMoney | null {
  if (recorded === null) return null
  const { onceUsd, reReadUsd } = recorded
  return { onceUsd, reReadUsd, savedPerRequestUsd: 0, requestsAfter, breakEvenRequests: null, changeUsd: 0 }
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
  { mayAsk, reReadUsd }: { readonly mayAsk: boolean; readonly reReadUsd: number | null },
): ArmMoney | null {
  const { originalTokens: tokensBefore, finalTokens: tokensAfter, statedCostUsd: statedUsd } = stats
  if (statedUsd !== undefined && stats.priceUsd === null) return null
  const summaryTokens = isWritten(stats, mayAsk) ? Math.min(usualSummaryTokens, tokensAfter) : null
  const stated = statedUsd === undefined ? {} : { statedUsd }
  return estimateArmMoney(afterCut, { tokensBefore, tokensAfter, summaryTokens, reReadUsd, ...stated })
}

/** Whether a model writes summaries of it: one may be asked, and there was something to summarise. */
export function isWritten({ operations }: Pick<Stats, 'operations'>, mayAsk: boolean): boolean {
  return mayAsk && operations.some(({ operation }) => operation === 'summarised')
}

/** Requests until what is saved with each is more than what it takes; null where nothing is saved. */
export function computeBreakEven(moreUsd: number, savedUsd: number): number | null {
  if (savedUsd <= 0) return null
  return Math.max(1, Math.floor(moreUsd / savedUsd) + 1)
}
