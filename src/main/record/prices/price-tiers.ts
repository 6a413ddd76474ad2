import type { ModelPrices } from '../../../shared/domain/pricing.ts'
import { costOf } from '../../engine/pricing/cost.ts'
import { explainByFit } from './explain-by-fit.ts'
import { errorOf, tolerances, worstError, type Explanation, type PriceRow } from './price-explanation.ts'
import { reachOf } from './reach-of-prices.ts'
import { wholeInput } from '../usage/usage-splits.ts'

/** Sizes of the input from which vendors are known to take more. */
const thresholds = [
  32_000, 32_768, 64_000, 65_536, 100_000, 128_000, 131_072, 200_000, 256_000, 262_144, 272_000, 400_000,
  512_000,
]
/** What Anthropic and Google take above theirs. */
const usualSurcharge = { input: 2, output: 1.5, cacheWrites: 2, cacheReads: 2 }
/** So much more or less than this is no surcharge on long contexts. */
const likelySurcharge = { least: 1.1, most: 5 }
/** So many long requests at least make a surcharge. */
const leastLong = 2

type PriceSet = Omit<ModelPrices, 'tiers'>
const kinds = ['input', 'output', 'cacheWrites', 'cacheReads'] as const

/**
 * The same prices with a tier for long contexts, where the first row that they do not explain is the first above a
 * size at which vendors take more, and one higher price explains what is above. As it was where that explains no more,
 * or where other known prices do (`isOthers`).
 */
export function withTiers(
  found: Explanation,
  rows: readonly PriceRow[],
  isOthers: (row: PriceRow) => boolean,
): Explanation {
  const below = rows.slice(0, found.length)
  const first = rows[found.length]
  if (first === undefined || !isSameModel(below, first) || isOthers(first)) return found
  const largest = Math.max(...below.map(sizeOf))
  const aboveInputTokens = thresholds.find((size) => size >= largest && size < sizeOf(first))
  if (aboveInputTokens === undefined) return found
  const base: PriceSet = Object.fromEntries(kinds.map((kind) => [kind, found.prices[kind]]))
  const above = rows.filter((row, at) => at >= found.length && sizeOf(row) > aboveInputTokens)
  const tiered = surcharges(base, above).flatMap((prices) => {
    const own = { ...base, tiers: [{ aboveInputTokens, prices }] }
    const explains = (row: PriceRow): boolean =>
      isSameModel(below, row) && errorOf(row, own) <= tolerances.fit
    const reach = reachOf(rows, { explains, isOthers })
    const { length } = reach
    const isLong = rows.slice(0, length).filter((row) => sizeOf(row) > aboveInputTokens).length >= leastLong
    const worst = worstError(rows.slice(0, length).filter(explains), own)
    return isLong ? [{ worst, tier: { ...found, ...reach, prices: own, tolerance: tolerances.fit } }] : []
  })
  const best = tiered.toSorted((a, b) => b.tier.explained - a.tier.explained || a.worst - b.worst)[0]?.tier
  return best !== undefined && best.explained > found.explained ? best : found
}

/** The usual surcharge, and the one that fits. */
function surcharges(base: PriceSet, above: readonly PriceRow[]): PriceSet[] {
  const usual: PriceSet = Object.fromEntries(
    kinds.flatMap((kind) => {
      const price = base[kind]
      return price === undefined ? [] : [[kind, price * usualSurcharge[kind]]]
    }),
  )
  const fitted = explainByFit(above, tolerances.fit)?.prices
  return [usual, ...(fitted === undefined || !isLikely(base, fitted, above) ? [] : [fitted])]
}

function isLikely(base: PriceSet, prices: PriceSet, above: readonly PriceRow[]): boolean {
  const total = (own: PriceSet): number =>
    above.reduce((sum, { usage }) => sum + costOf(usage, own).costUsd, 0)
  const ratio = total(prices) / total(base)
  return ratio >= likelySurcharge.least && ratio <= likelySurcharge.most
}

function sizeOf({ usage }: PriceRow): number {
  return wholeInput(usage)
}

function isSameModel(rows: readonly PriceRow[], { model }: PriceRow): boolean {
  const last = rows.at(-1)?.model ?? null
  return model === null || last === null || model === last
}
