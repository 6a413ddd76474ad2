import type { ModelPrices } from '../../../shared/domain/pricing.ts'
import type { PriceStretch } from '../../../shared/domain/replay.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { costOf } from '../../engine/pricing/cost.ts'
import { fitPrices, type PricedRequest } from './fit-prices.ts'
import {
  priceVariants,
  scalePrices,
  usualProportions,
  type KnownPrices,
  type PriceVariant,
} from './price-variants.ts'
import { recordedSplits } from './recorded-split.ts'

/** Prices explain a request where they come this near to its cost, times a factor that is the same for all. */
const knownTolerance = 0.01
/** The same for prices that were chosen to fit. */
const fitTolerance = 0.02
/** The same where nothing explains them exactly: costs with a part that was not recorded, such as hidden reasoning. */
const looseTolerance = 0.25
/** So many requests at least make a loose fit say something. */
const leastForLooseFit = 8
/** Within this of 1, a factor is 1. */
const exactly = 0.002
/** A gateway's surcharge on known prices, or its discount. */
const likelyFactors = { least: 0.5, most: 2 }

type Row = PricedRequest & { readonly requestIndex: number }
type Explanation = Pick<PriceStretch, 'source' | 'modelId' | 'factor' | 'chargesWrites' | 'prices'> & {
  /** Rows that it explains, from the first on. */
  readonly length: number
}

/**
 * Which prices a record used, stretch by stretch, since models change within a task: those of the price library where
 * they explain the recorded costs (as they are, times a surcharge, or with all new input charged as cache writes, as
 * gateways do), else the usual proportions, else those that fit the costs best. Empty where no cost was recorded.
 */
export function requestPrices(
  requests: readonly RequestUsage[],
  known: readonly KnownPrices[],
): PriceStretch[] {
  const splits = recordedSplits(requests)
  const rows = requests.flatMap(({ costUsd }, requestIndex): Row[] => {
    const usage = splits[requestIndex] ?? null
    return usage === null || costUsd === undefined ? [] : [{ requestIndex, usage, costUsd }]
  })
  const variants = known.flatMap(priceVariants)
  const stretches: PriceStretch[] = []
  for (let start = 0; start < rows.length;) {
    const left = rows.slice(start)
    const found = explain(left, variants, stretches)
    stretches.push(toStretch(found, left.slice(0, found.length)))
    start += found.length
  }
  return stretches
}

/** The prices of a request: of its stretch, else of the one before it, else of the first. Null without any. */
export function pricesAt(stretches: readonly PriceStretch[], requestIndex: number): ModelPrices | null {
  const own = stretches.findLast(({ firstRequest }) => firstRequest <= requestIndex) ?? stretches[0]
  return own?.prices ?? null
}

function explain(
  left: readonly Row[],
  variants: readonly PriceVariant[],
  before: readonly PriceStretch[],
): Explanation {
  const known = longest(left, variants)
  const isSeen = before.some(({ source, factor }) => source === 'library' && near(factor, known?.factor ?? 0))
  // One request is explained by any prices with a factor of its own: that says nothing.
  if (known !== null && (known.length > 1 || known.factor === 1 || isSeen)) return known
  const usual = longest(left, priceVariants({ modelId: null, prices: usualProportions }))
  const fitted = explainByFit(left, fitTolerance)
  if (usual !== null && usual.length > 1 && usual.length >= (fitted?.length ?? 0)) return usual
  if (fitted !== null) return fitted
  const loose = explainByFit(left, looseTolerance)
  return (loose !== null && loose.length >= leastForLooseFit ? loose : null) ?? known ?? usual ?? free
}

/** The variant that explains most rows; of equal ones the more exact, then the plainer, then the nearest to 1. */
function longest(left: readonly Row[], variants: readonly PriceVariant[]): Explanation | null {
  const found = variants.flatMap((variant) => {
    const own = explainKnown(left, variant)
    const permille = Math.round(1000 * worstError(left.slice(0, own.length), own.prices))
    return own.length === 0 ? [] : [{ own, permille }]
  })
  const best = found.toSorted(
    (a, b) =>
      b.own.length - a.own.length ||
      a.permille - b.permille ||
      Number(a.own.chargesWrites) - Number(b.own.chargesWrites) ||
      Math.abs(a.own.factor - 1) - Math.abs(b.own.factor - 1),
  )
  return best[0]?.own ?? null
}

/** How many rows prices explain with one factor. */
function explainKnown(left: readonly Row[], { modelId, prices, chargesWrites }: PriceVariant): Explanation {
  const ratios = left.map(({ usage, costUsd }) => {
    const own = costOf(usage, prices).costUsd
    return own === 0 ? 0 : costUsd / own
  })
  const first = ratios[0] ?? 0
  const isLikely =
    first > 0 && (modelId === null || (first >= likelyFactors.least && first <= likelyFactors.most))
  const end = ratios.findIndex((ratio) => !near(ratio, first))
  const length = isLikely ? (end < 0 ? ratios.length : end) : 0
  const middle = ratios.slice(0, length).toSorted((a, b) => a - b)[length >> 1] ?? 1
  const factor = near(middle, 1, exactly) ? 1 : middle
  const source = modelId === null ? 'usual' : 'library'
  return { source, modelId, factor, chargesWrites, prices: scalePrices(prices, factor), length }
}

function near(value: number, other: number, tolerance = knownTolerance): boolean {
  return Math.abs(value - other) <= tolerance * Math.abs(other)
}

/** The longest beginning that one set of prices explains, with more rows than prices: all, else by halving. */
function explainByFit(left: readonly Row[], tolerance: number): Explanation | null {
  const all = fitFirst(left, left.length, tolerance)
  if (all !== null) return all
  let best: Explanation | null = null
  let low = 1
  let high = left.length - 1
  while (low <= high) {
    const length = (low + high) >> 1
    const fit = fitFirst(left, length, tolerance)
    // Too few rows are no reason to look among still fewer.
    if (fit !== null || length <= 4) low = length + 1
    else high = length - 1
    best = fit ?? best
  }
  return best
}

function fitFirst(left: readonly Row[], length: number, tolerance: number): Explanation | null {
  const rows = left.slice(0, length)
  const prices = fitPrices(rows)
  if (prices === null || length <= Object.keys(prices).length || worstError(rows, prices) > tolerance)
    return null
  return { source: 'fitted', modelId: null, factor: 1, chargesWrites: false, prices, length }
}

/** A request that cost nothing. */
const free: Explanation = {
  source: 'fitted',
  modelId: null,
  factor: 1,
  chargesWrites: false,
  prices: scalePrices(usualProportions, 0),
  length: 1,
}

function worstError(rows: readonly Row[], prices: ModelPrices): number {
  return Math.max(0, ...rows.map((row) => errorOf(row, prices)))
}

function errorOf({ usage, costUsd }: PricedRequest, prices: ModelPrices): number {
  const own = costOf(usage, prices).costUsd
  return own === costUsd ? 0 : Math.abs(own - costUsd) / Math.max(costUsd, 1e-9)
}

function toStretch({ length, ...found }: Explanation, rows: readonly Row[]): PriceStretch {
  const worstErrorPercent = 100 * worstError(rows, found.prices)
  return {
    ...found,
    firstRequest: rows[0]?.requestIndex ?? 0,
    lastRequest: rows.at(-1)?.requestIndex ?? 0,
    requests: length,
    worstErrorPercent,
    text: textOf(found, `${countOf(length, 'request')} within ${worstErrorPercent.toFixed(1)} %`),
  }
}

function textOf(found: Omit<Explanation, 'length'>, within: string): string {
  const writes = found.chargesWrites ? ', all new input charged as cache writes,' : ''
  switch (found.source) {
    case 'library': {
      const surcharge = found.factor === 1 ? '' : ` times ${found.factor.toFixed(3)}`
      return `The known prices of ${found.modelId}${surcharge}${writes} explain ${within}.`
    }
    case 'usual': {
      const perMillion = `$${found.factor.toFixed(2)} per million tokens of input`
      return `No known prices explain the costs; the usual proportions at ${perMillion}${writes} explain ${within}.`
    }
    case 'fitted':
      return `No known prices explain the costs; prices fitted to them explain ${within}.`
  }
}
