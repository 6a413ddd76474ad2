import type { PriceStretch } from '../../../shared/domain/replay.ts'
import { costOf } from '../../engine/pricing/cost.ts'
import { explainByFit } from './explain-by-fit.ts'
import {
  errorOf,
  isNear,
  tolerances,
  worstError,
  type Explanation,
  type PriceRow,
} from './price-explanation.ts'
import { withTiers } from './price-tiers.ts'
import { priceVariants, scalePrices, usualProportions, type PriceVariant } from './price-variants.ts'
import { reachOf } from './reach-of-prices.ts'

/** So many rows at least make a loose fit say something. */
const leastForLooseFit = 8
/** Within this of 1, a factor is 1. */
const exactly = 0.002
/** A gateway's surcharge on known prices, or its discount. */
const likelyFactors = { least: 0.5, most: 2 }
/** What Anthropic takes for a million tokens of input, in the usual proportions, from Haiku 3.5 to Opus 4. */
const anthropicInputs = [0.8, 1, 3, 5, 15]
/** So many odd costs may come first where known prices explain at least so many behind them. */
const oddFirst = { most: 2, leastBehind: 3 }

/** Prices that explain the first of some rows, and how many; `before` are the stretches that came before them. */
export function explainCosts(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
  before: readonly PriceStretch[],
): Explanation {
  const found = explainPlainly(left, variants, before)
  const explains = (row: PriceRow): boolean => errorOf(row, found.prices) <= found.tolerance
  const isOthers = othersOf(variants)
  const reach = found.explained < 2 ? found : reachOf(left, { explains, isOthers })
  return withTiers(reach.length > found.length ? { ...found, ...reach } : found, left, isOthers)
}

/**
 * Whether an explanation says nothing: one request is explained by any prices with a factor of its own, unless that
 * makes them just those of a vendor.
 */
export function isFromItself({ source, factor, explained }: Explanation, isSeen: boolean): boolean {
  const plain = source === 'usual' ? anthropicInputs : [1]
  const isPlain = plain.some((price) => isNear(factor, price, exactly))
  return source !== 'fitted' && explained === 1 && !isPlain && !isSeen
}

/** Whether known prices were charged with the same factor before. */
export function isSeenFactor(before: readonly PriceStretch[], found: Explanation): boolean {
  return before.some(
    ({ source, factor, isCircular }) =>
      source === found.source && isCircular !== true && isNear(factor, found.factor, tolerances.known),
  )
}

function explainPlainly(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
  before: readonly PriceStretch[],
): Explanation {
  const known = longest(left, variants)
  const fitted = (): Explanation | null => explainByFit(left, tolerances.fit)
  if (known !== null && !isFromItself(known, isSeenFactor(before, known))) {
    // A factor can be right by chance for a while.
    const fit = known.factor === 1 || known.length === left.length ? null : fitted()
    return fit !== null && fit.length > known.length ? fit : known
  }
  const behind = afterOddOnes(left, variants)
  if (behind !== null) return behind
  const usual = longest(left, priceVariants({ modelId: null, prices: usualProportions }))
  const fit = fitted()
  if (usual !== null && usual.length > 1 && usual.length >= (fit?.length ?? 0)) return usual
  if (fit !== null) return fit
  const loose = explainByFit(left, tolerances.loose)
  return (loose !== null && loose.length >= leastForLooseFit ? loose : null) ?? known ?? usual ?? free
}

/** Known prices that explain what comes behind a few costs that nothing explains. */
function afterOddOnes(left: readonly PriceRow[], variants: readonly PriceVariant[]): Explanation | null {
  for (let odd = 1; odd <= oddFirst.most; odd += 1) {
    const found = longest(left.slice(odd), variants)
    const models = new Set(left.slice(0, odd + 1).flatMap(({ model }) => model ?? []))
    if (found !== null && found.factor === 1 && found.explained >= oddFirst.leastBehind && models.size < 2)
      return { ...found, length: found.length + odd }
  }
  return null
}

/** The variant that explains most rows; of equal ones the more exact, then the plainer, then the nearest to 1. */
function longest(left: readonly PriceRow[], variants: readonly PriceVariant[]): Explanation | null {
  const found = variants.flatMap((variant) => {
    const own = explainKnown(left, variant, variants)
    const rows = left.slice(0, own.length).filter((row) => errorOf(row, own.prices) <= 2 * tolerances.known)
    const permille = Math.round(1000 * worstError(rows, own.prices))
    return own.length === 0 ? [] : [{ own, permille }]
  })
  const best = found.toSorted(
    (a, b) =>
      b.own.explained - a.own.explained ||
      a.permille - b.permille ||
      Number(a.own.chargesWrites) - Number(b.own.chargesWrites) ||
      Math.abs(a.own.factor - 1) - Math.abs(b.own.factor - 1),
  )
  return best[0]?.own ?? null
}

/** How many rows prices explain with one factor. */
function explainKnown(
  left: readonly PriceRow[],
  { modelId, prices, chargesWrites }: PriceVariant,
  variants: readonly PriceVariant[],
): Explanation {
  const ratioOf = ({ usage, costUsd }: PriceRow): number => {
    const own = costOf(usage, prices).costUsd
    return own === 0 ? 0 : costUsd / own
  }
  const first = left[0] === undefined ? 0 : ratioOf(left[0])
  const isLikely =
    first > 0 && (modelId === null || (first >= likelyFactors.least && first <= likelyFactors.most))
  const explains = (row: PriceRow): boolean => isNear(ratioOf(row), first, tolerances.known)
  const isOthers = othersOf(modelId === null ? [] : variants)
  const reach = isLikely ? reachOf(left, { explains, isOthers }) : { length: 0, explained: 0 }
  const near = left.slice(0, reach.length).filter(explains).map(ratioOf)
  const middle = near.toSorted((a, b) => a - b)[near.length >> 1] ?? 1
  const factor = isNear(middle, 1, exactly) ? 1 : middle
  const source = modelId === null ? 'usual' : 'library'
  const scaled = scalePrices(prices, factor)
  // The first ratio and the middle one may lie on either side of a row.
  const tolerance = 2 * tolerances.known
  return { source, modelId, factor, chargesWrites, prices: scaled, ...reach, tolerance }
}

/** Whether a row costs just what some known prices say. */
function othersOf(variants: readonly PriceVariant[]): (row: PriceRow) => boolean {
  return (row) => variants.some(({ prices }) => errorOf(row, prices) <= tolerances.known)
}

/** A request that cost nothing. */
const free: Explanation = {
  source: 'fitted',
  modelId: null,
  factor: 1,
  chargesWrites: false,
  prices: scalePrices(usualProportions, 0),
  length: 1,
  explained: 1,
  tolerance: 0,
}
