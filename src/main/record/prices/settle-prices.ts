import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import {
  completePrices,
  type CompletePrices,
  type PriceEvidence,
} from '../../kernel/pricing/complete-prices.ts'
import { computeCost, priceKinds, type PriceKind } from '../../kernel/pricing/cost.ts'
import { fitPrices } from './fit-prices.ts'
import { findWorstPriceError } from './price-explanation.ts'
import type { PricedRequest } from './price-explanation.ts'

/** What makes up less than this share of the costs is known from none of them, */
const smallShare = 0.01
/** unless another price for it explains them worse than by so many times the error. */
const sameError = 1.2

/**
 * Fitted prices, complete. A kind of token that hardly any was used of takes whatever price makes up for rounding and
 * noise in the costs, which may be many times what vendors take: where a derived one explains the costs as well, that is
 * taken. Anthropic's requests have a handful of new input beside the cache, and a condensation is all new input.
 */
export function settlePrices(
  fitted: ModelPrices,
  rows: readonly PricedRequest[],
  evidence: PriceEvidence,
): CompletePrices {
  let [prices, own] = [fitted, evidence]
  for (const kind of priceKinds.filter((one) => evidence.used.includes(one))) {
    const others = { ...own, used: own.used.filter((used) => used !== kind) }
    const first = completePrices(withoutKind(prices, rows, kind, 0), others).prices[kind]
    if (first === undefined) continue
    const less = withoutKind(prices, rows, kind, first)
    const derived = completePrices(less, others).prices
    if (computeCostShare(kind, derived, rows) >= smallShare) continue
    if (findWorstPriceError(rows, derived) > sameError * findWorstPriceError(rows, prices)) continue
    prices = less
    own = others
  }
  return completePrices(prices, own)
}

/** The other prices, fitted anew to what is left of the costs, where there is one set of them: they made up for this one. */
function withoutKind(
  { tiers, ...base }: ModelPrices,
  rows: readonly PricedRequest[],
  kind: PriceKind,
  price: number,
): ModelPrices {
  const removePriceKind = (set: Omit<ModelPrices, 'tiers'>) =>
    Object.fromEntries(Object.entries(set).filter(([name]) => name !== kind))
  if (tiers !== undefined)
    return {
      ...removePriceKind(base),
      tiers: tiers.map((tier) => ({ ...tier, prices: removePriceKind(tier.prices) })),
    }
  const left = rows.map(({ usage, costUsd }) => ({
    usage: { ...usage, [kind]: 0 },
    costUsd: Math.max(0, costUsd - (usage[kind] * price) / 1e6),
  }))
  return fitPrices(left) ?? removePriceKind(base)
}

/** What a kind of token costs of all that was paid. */
function computeCostShare(kind: PriceKind, prices: ModelPrices, rows: readonly PricedRequest[]): number {
  const paid = rows.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const own = rows.reduce((sum, { usage }) => sum + computeCost(usage, prices).parts[kind], 0)
  return paid === 0 ? 1 : own / paid
}
