import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { CostBreakdown, ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import { requireRule } from './price-rules.ts'

/** Vendors differ in what their input count holds: Anthropic's leaves cached tokens out, OpenAI's holds them. */
export type UsageProtocol = 'anthropic' | 'openai'

/** Usage with its cached tokens apart, whichever vendor reported it. */
export function normaliseUsage(usage: TokenUsage, protocol: UsageProtocol): TokenUsage {
  if (protocol === 'anthropic') return usage
  const { input, cacheWrites, cacheReads } = usage
  return { ...usage, input: Math.max(0, input - cacheWrites - cacheReads) }
}

/** Kinds of token that vendors have prices for. */
export const priceKinds = ['cacheWrites', 'cacheReads', 'input', 'output'] as const
export type PriceKind = (typeof priceKinds)[number]

/** Usage with what of its cache writes is kept for an hour, none where it is left out. */
export type PricedUsage = TokenUsage & { readonly cacheWrites1h?: number }

/** What writes cost of the price of input. */
const hourShares = {
  short: requireRule('claude-cache-5m').factor,
  long: requireRule('claude-cache-1h').factor,
}

/** What writing for an hour costs, per million tokens; 0 where writing has no price. */
export function computeHourPrice({ input, cacheWrites = 0 }: Omit<ModelPrices, 'tiers'>): number {
  // Prices that were taken from what requests cost may be those of an hour already.
  const isHourly = input !== undefined && cacheWrites > input * ((hourShares.short + hourShares.long) / 2)
  return isHourly ? cacheWrites : cacheWrites * (hourShares.long / hourShares.short)
}

/** Prices of input, US dollars per million tokens; null where one is not known. */
export type InputRates = Readonly<
  Record<'input' | 'cacheWrites' | 'cacheWrites1h' | 'cacheReads', number | null>
>

/** The prices that a request of that size pays for its input, all null where none are known. */
export function computeInputRates(usage: TokenUsage, prices: ModelPrices | null): InputRates {
  if (prices === null) return { input: null, cacheWrites: null, cacheWrites1h: null, cacheReads: null }
  const tier = priceTier(usage, prices)
  const { input = null, cacheWrites = null, cacheReads = null } = tier
  return {
    input,
    cacheWrites,
    cacheReads,
    cacheWrites1h: cacheWrites === null ? null : computeHourPrice(tier),
  }
}

/**
 * Cost of a request in US dollars: each kind of token at its price per million. Usage has its cached tokens apart
 * (`normaliseUsage`). A price that is missing counts 0 and is named.
 */
export function computeCost(usage: PricedUsage, prices: ModelPrices): CostBreakdown {
  const tier = priceTier(usage, prices)
  const { cacheWrites = 0 } = tier
  const hourly =
    Math.min(usage.cacheWrites1h ?? 0, usage.cacheWrites) * (computeHourPrice(tier) - cacheWrites)
  const price = (kind: PriceKind): number =>
    usage[kind] * (tier[kind] ?? 0) + (kind === 'cacheWrites' ? hourly : 0)
  const toDollars = (millionths: number): number => millionths / 1e6
  const parts = {
    cacheWrites: toDollars(price('cacheWrites')),
    cacheReads: toDollars(price('cacheReads')),
    input: toDollars(price('input')),
    output: toDollars(price('output')),
  }
  // Summed before the division, so that round amounts stay round.
  const costUsd = toDollars(price('cacheWrites') + price('cacheReads') + price('input') + price('output'))
  const missing = priceKinds.filter((kind) => usage[kind] > 0 && tier[kind] === undefined)
  return { costUsd, parts, missing }
}

/** The same as one figure; null where no prices are known, or something that was used has none. */
export function computeKnownCost(usage: PricedUsage, prices: ModelPrices | null): number | null {
  if (prices === null) return null
  const { costUsd, missing } = computeCost(usage, prices)
  return missing.length === 0 ? costUsd : null
}

/** Long contexts cost more with some models: the last tier whose start the whole input has passed applies. */
function priceTier(usage: TokenUsage, prices: ModelPrices): Omit<ModelPrices, 'tiers'> {
  const wholeInput = sumInputTokens(usage)
  const tier = prices.tiers?.findLast(({ aboveInputTokens }) => wholeInput > aboveInputTokens)
  return tier === undefined ? prices : { ...prices, ...tier.prices }
}
