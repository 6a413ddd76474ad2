import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'

export type ProfilePrices = {
  readonly prices: ModelPrices
  /** Name of the model in the price library; null where it does not know it. */
  readonly knownAs: string | null
}

/** A profile's own prices over those of the price library. */
export async function findProfilePrices({ model, prices }: ModelProfile): Promise<ProfilePrices> {
  // The price data is large, and most commands need none of it.
  const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
  const known = findPrices(model)
  return { prices: mergePrices(known?.prices ?? {}, prices), knownAs: known?.modelId ?? null }
}

/** A price of one's own holds at every size of the input, so the library's tiers no longer say anything about it. */
function mergePrices(library: ModelPrices, own: ModelPrices): ModelPrices {
  if (own.tiers !== undefined || library.tiers === undefined) return { ...library, ...own }
  const tiers = library.tiers.map(({ aboveInputTokens, prices }) => ({
    aboveInputTokens,
    prices: Object.fromEntries(Object.entries(prices).filter(([kind]) => !Object.hasOwn(own, kind))),
  }))
  return { ...library, ...own, tiers: tiers.filter(({ prices }) => Object.keys(prices).length > 0) }
}
