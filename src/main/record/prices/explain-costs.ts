import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { sumInputTokens } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { PriceFigures } from '../../../shared/replay/types.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'
import { explainByFit } from './fit-prices.ts'
import {
  computePriceError,
  isNear,
  tolerances,
  findWorstPriceError,
  type Explanation,
  type PriceRow,
} from './price-explanation.ts'
import { priceVariants, scalePrices, usualProportions, type PriceVariant } from './price-variants.ts'

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

/** Prices that explain the first of some rows, and how many; `before` are the segments that came before them. */
export function explainCosts(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
  before: readonly PriceFigures[],
): Explanation {
  const found = explainPlainly(left, variants, before)
  const isExplained = (row: PriceRow): boolean => computePriceError(row, found.prices) <= found.tolerance
  const isOthers = createOthersPredicate(variants)
  const reach = found.explained < 2 ? found : measureReach(left, { explains: isExplained, isOthers })
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
export function isSeenFactor(before: readonly PriceFigures[], found: Explanation): boolean {
  return before.some(
    ({ source, factor, isCircular }) =>
      source === found.source && isCircular !== true && isNear(factor, found.factor, tolerances.known),
  )
}

function explainPlainly(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
  before: readonly PriceFigures[],
): Explanation {
  const known = findLongestExplanation(left, variants)
  const explainRestByFit = (): Explanation | null => explainByFit(left, tolerances.fit)
  if (known !== null && !isFromItself(known, isSeenFactor(before, known))) {
    // A factor can be right by chance for a while.
    const fit = known.factor === 1 || known.length === left.length ? null : explainRestByFit()
    return fit !== null && fit.length > known.length ? fit : known
  }
  const behind = explainAfterOddCosts(left, variants)
  if (behind !== null) return behind
  const usual = findLongestExplanation(left, priceVariants({ modelId: null, prices: usualProportions }))
  const fit = explainRestByFit()
  if (usual !== null && usual.length > 1 && usual.length >= (fit?.length ?? 0)) return usual
  if (fit !== null) return fit
  const loose = explainByFit(left, tolerances.loose)
  return (loose !== null && loose.length >= leastForLooseFit ? loose : null) ?? known ?? usual ?? free
}

/** Known prices that explain what comes behind a few costs that nothing explains. */
function explainAfterOddCosts(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
): Explanation | null {
  for (let odd = 1; odd <= oddFirst.most; odd += 1) {
    const found = findLongestExplanation(left.slice(odd), variants)
    const models = new Set(left.slice(0, odd + 1).flatMap(({ model }) => model ?? []))
    if (found !== null && found.factor === 1 && found.explained >= oddFirst.leastBehind && models.size < 2)
      return { ...found, length: found.length + odd }
  }
  return null
}

/** The variant that explains most rows; of equal ones the more exact, then the plainer, then the nearest to 1. */
function findLongestExplanation(
  left: readonly PriceRow[],
  variants: readonly PriceVariant[],
): Explanation | null {
  const found = variants.flatMap((variant) => {
    const own = explainKnown(left, variant, variants)
    const rows = left
      .slice(0, own.length)
      .filter((row) => computePriceError(row, own.prices) <= 2 * tolerances.known)
    const permille = Math.round(1000 * findWorstPriceError(rows, own.prices))
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
  // Where the prices charge nothing it is no number, or no finite one, which is near to none.
  const computeCostRatio = ({ usage, costUsd }: PriceRow): number =>
    costUsd / computeCost(usage, prices).costUsd
  const [first = Number.NaN] = left.slice(0, 1).map(computeCostRatio)
  const isLikely =
    first > 0 && (modelId === null || (first >= likelyFactors.least && first <= likelyFactors.most))
  const isExplained = (row: PriceRow): boolean => isNear(computeCostRatio(row), first, tolerances.known)
  const isOthers = createOthersPredicate(modelId === null ? [] : variants)
  const reach = isLikely
    ? measureReach(left, { explains: isExplained, isOthers })
    : { length: 0, explained: 0 }
  const near = left.slice(0, reach.length).filter(isExplained).map(computeCostRatio)
  const middle = near.toSorted((a, b) => a - b)[near.length >> 1] ?? 1
  const factor = isNear(middle, 1, exactly) ? 1 : middle
  const source = modelId === null ? 'usual' : 'library'
  const scaled = scalePrices(prices, factor)
  // The first ratio and the middle one may lie on either side of a row.
  const tolerance = 2 * tolerances.known
  return { source, modelId, factor, chargesWrites, prices: scaled, ...reach, tolerance }
}

/** Whether a row costs just what some known prices say. */
function createOthersPredicate(variants: readonly PriceVariant[]): (row: PriceRow) => boolean {
  return (row) => variants.some(({ prices }) => computePriceError(row, prices) <= tolerances.known)
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

/**
 * The same prices with a tier for long contexts, where the first row that they do not explain is the first above a
 * size at which vendors take more, and one higher price explains what is above. As it was where that explains no more,
 * or where other known prices do (`isOthers`).
 */
function withTiers(
  found: Explanation,
  rows: readonly PriceRow[],
  isOthers: (row: PriceRow) => boolean,
): Explanation {
  const below = rows.slice(0, found.length)
  const first = rows[found.length]
  if (first === undefined || !isSameModel(below, first) || isOthers(first)) return found
  const largest = findLargest(below.map(measureInput))
  const aboveInputTokens = thresholds.find((size) => size >= largest && size < measureInput(first))
  if (aboveInputTokens === undefined) return found
  const base: PriceSet = Object.fromEntries(kinds.map((kind) => [kind, found.prices[kind]]))
  const above = rows.filter((row) => measureInput(row) > aboveInputTokens)
  const tiered = buildSurcharges(base, above).flatMap((prices) => {
    const own = { ...base, tiers: [{ aboveInputTokens, prices }] }
    const isExplained = (row: PriceRow): boolean =>
      isSameModel(below, row) && computePriceError(row, own) <= tolerances.fit
    const reach = measureReach(rows, { explains: isExplained, isOthers })
    const reached = rows.filter((_, at) => at < reach.length)
    const isLong = reached.filter((row) => measureInput(row) > aboveInputTokens).length >= leastLong
    const worst = findWorstPriceError(reached.filter(isExplained), own)
    return isLong ? [{ worst, tier: { ...found, ...reach, prices: own, tolerance: tolerances.fit } }] : []
  })
  const best = tiered.toSorted((a, b) => b.tier.explained - a.tier.explained || a.worst - b.worst)[0]?.tier
  return best !== undefined && best.explained > found.explained ? best : found
}

/** The usual surcharge, and the one that fits. */
function buildSurcharges(base: PriceSet, above: readonly PriceRow[]): PriceSet[] {
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
  const sumCosts = (own: PriceSet): number =>
    above.reduce((sum, { usage }) => sum + computeCost(usage, own).costUsd, 0)
  const ratio = sumCosts(prices) / sumCosts(base)
  return ratio >= likelySurcharge.least && ratio <= likelySurcharge.most
}

function measureInput({ usage }: PriceRow): number {
  return sumInputTokens(usage)
}

function isSameModel(rows: readonly PriceRow[], { model }: PriceRow): boolean {
  const last = rows.at(-1)?.model ?? null
  return model === null || last === null || model === last
}

/** So many odd costs in a row may lie between others that the same prices explain. */
const mostOdd = 2
/** So many rows have to be explained before odd ones are passed over. */
const leastBefore = 3
/** So many have to be explained again behind them. */
const leastAfter = 2

export type ReachOptions = {
  readonly explains: (row: PriceRow) => boolean
  /** Whether other prices explain a row, so that it is no odd one. */
  readonly isOthers: (row: PriceRow) => boolean
}

/**
 * How many rows prices explain from the first on. A cost that nothing explains, such as a wrong figure, is passed over
 * where the same prices go on explaining the rows behind it, and the model is the same.
 */
function measureReach(
  rows: readonly PriceRow[],
  { explains, isOthers }: ReachOptions,
): Pick<Explanation, 'length' | 'explained'> {
  let length = 0
  let explained = 0
  for (;;) {
    const end = rows.findIndex((row, at) => at >= length && !explains(row))
    const reached = end < 0 ? rows.length : end
    explained += reached - length
    length = reached
    if (end < 0 || explained < leastBefore) return { length, explained }
    const odd = rows.slice(end, end + mostOdd + 1).findIndex(explains)
    if (odd < 1) return { length, explained }
    const behind = rows.slice(end + odd, end + odd + leastAfter)
    const model = rows[end - 1]?.model ?? null
    const isOdd = rows
      .slice(end, end + odd)
      .every((row) => !isOthers(row) && (model === null || row.model === null || row.model === model))
    if (!isOdd || !behind.every(explains)) return { length, explained }
    length = end + odd
  }
}
