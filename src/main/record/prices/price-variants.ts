import type { ModelPrices } from '../../../shared/models/pricing-types.ts'

/** Prices that a task's model has in the price library; a `modelId` of null stands for the usual proportions. */
export type KnownPrices = {
  readonly modelId: string | null
  readonly prices: ModelPrices
  /** The name that the record has for the model; its `modelId` if left out. */
  readonly recordedAs?: string
}

/** One way in which a gateway charges known prices. */
export type PriceVariant = KnownPrices & { readonly chargesWrites: boolean }

/** What most vendors take: output at 5 times the input, writing to the cache at 1.25, reading from it at 0.1. */
export const usualProportions: ModelPrices = { input: 1, output: 5, cacheWrites: 1.25, cacheReads: 0.1 }

/**
 * Prices as they are listed, and without what is listed for long contexts, which gateways do not pass on; each as it is
 * and with all new input charged as cache writes, which gateways do without recording it. */
export function priceVariants({ modelId, prices }: KnownPrices): PriceVariant[] {
  const { tiers, ...flat } = prices
  return [prices, ...(tiers === undefined ? [] : [flat])].flatMap((own) => buildWrittenVariants(modelId, own))
}

function buildWrittenVariants(modelId: string | null, prices: ModelPrices): PriceVariant[] {
  const plain = { modelId, prices, chargesWrites: false }
  const { input, cacheWrites, tiers } = prices
  if (cacheWrites === undefined || cacheWrites === input) return [plain]
  const charged = tiers?.map((tier) => ({
    ...tier,
    prices: { ...tier.prices, input: tier.prices.cacheWrites ?? tier.prices.input },
  }))
  const written = { ...prices, input: cacheWrites, ...(charged === undefined ? {} : { tiers: charged }) }
  return [plain, { modelId, prices: written, chargesWrites: true }]
}

/** Prices times a factor. */
export function scalePrices({ tiers, ...base }: ModelPrices, factor: number): ModelPrices {
  const scalePriceSet = (set: Omit<ModelPrices, 'tiers'>): Omit<ModelPrices, 'tiers'> =>
    Object.fromEntries(Object.entries(set).map(([kind, price]) => [kind, (price ?? 0) * factor]))
  if (tiers === undefined) return scalePriceSet(base)
  return {
    ...scalePriceSet(base),
    tiers: tiers.map((tier) => ({ ...tier, prices: scalePriceSet(tier.prices) })),
  }
}
