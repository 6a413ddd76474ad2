import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { DerivedPrice, PriceFigures } from '../../../shared/replay/types.ts'
import { completePrices, type PriceEvidence } from '../../kernel/pricing/complete-prices.ts'
import { priceKinds } from '../../kernel/pricing/cost.ts'
import { readRecordedSplits } from '../usage/usage-splits.ts'
import { explainCosts, isFromItself, isSeenFactor } from './explain-costs.ts'
import {
  computePriceError,
  findWorstPriceError,
  type Explanation,
  type PriceRow,
} from './price-explanation.ts'
import type { PricedRequest } from './price-explanation.ts'
import { priceVariants, type KnownPrices } from './price-variants.ts'
import { settlePrices } from './settle-prices.ts'

/** What is known of all requests of a record. */
type RecordedPrices = {
  readonly requests: readonly RequestUsage[]
  /** Prices of its models in the price library. */
  readonly known: readonly KnownPrices[]
  /** Those of the requests. */
  readonly models: readonly (string | null)[]
}

/** Requests from one to another, both inclusive, and the library's name of the model whose prices they have. */
type PricedSegment = {
  readonly firstRequest: number
  readonly lastRequest: number
  readonly modelId: string | null
}

/**
 * Which prices a record used, segment by segment, since models change within a task: those of the price library where
 * they explain the recorded costs (as they are, times a surcharge, without what it lists for long contexts, or with all
 * new input charged as cache writes, as gateways do), else the usual proportions, else those that fit the costs best;
 * each with a surcharge on long contexts where one explains more. A model without any recorded cost has its list prices.
 * Prices that no request of a segment tells are derived, and named with what they were derived from (`completePrices`). Empty where no cost was
 * recorded, and no model is known. `models` are those of the requests.
 */
export function findRequestPrices(
  requests: readonly RequestUsage[],
  known: readonly KnownPrices[],
  models: readonly (string | null)[] = [],
): PriceFigures[] {
  const splits = readRecordedSplits(requests)
  const rows = requests.flatMap(({ costUsd }, requestIndex): PriceRow[] => {
    const usage = splits[requestIndex] ?? null
    const model = models[requestIndex] ?? null
    return usage === null || costUsd === undefined ? [] : [{ requestIndex, usage, costUsd, model }]
  })
  const variants = known.flatMap(priceVariants)
  const recorded = { requests, known, models }
  const segments: PriceFigures[] = []
  for (let start = 0; start < rows.length;) {
    const left = rows.slice(start)
    const found = explainCosts(left, variants, segments)
    const isSeen = isSeenFactor(segments, found)
    segments.push(toSegment(found, left.slice(0, found.length), isSeen, recorded))
    start += found.length
  }
  const listed = listPriceSegments(requests, models, known).map((segment) =>
    completeListPrice(segment, recorded),
  )
  return [...segments, ...listed].toSorted((a, b) => a.firstRequest - b.firstRequest)
}

/** The prices of a request: of its own segment, else of the one before it, else of the first. Null without any. */
export function findPriceSegment(
  segments: readonly PriceFigures[],
  requestIndex: number,
): { readonly segment: PriceFigures; readonly isOwn: boolean } | null {
  const own = segments.findLast(
    ({ firstRequest, lastRequest }) => firstRequest <= requestIndex && requestIndex <= lastRequest,
  )
  if (own !== undefined) return { segment: own, isOwn: true }
  const near = segments.findLast(({ firstRequest }) => firstRequest <= requestIndex) ?? segments[0]
  return near === undefined ? null : { segment: near, isOwn: false }
}

function toSegment(
  found: Explanation,
  rows: readonly PriceRow[],
  isSeen: boolean,
  recorded: RecordedPrices,
): PriceFigures {
  const { source, modelId, factor, chargesWrites, tolerance, explained } = found
  const firstRequest = rows[0]?.requestIndex ?? 0
  const lastRequest = rows.at(-1)?.requestIndex ?? 0
  // An odd cost says nothing of how well the others are explained.
  const own = rows.filter((row) => computePriceError(row, found.prices) <= tolerance)
  const evidence = priceEvidence(recorded, { firstRequest, lastRequest, modelId }, own)
  const { prices, derived } =
    source === 'fitted' ? settlePrices(found.prices, own, evidence) : completePrices(found.prices, evidence)
  return {
    source,
    modelId,
    factor,
    chargesWrites,
    prices,
    ...(isFromItself(found, isSeen) ? { isCircular: true } : {}),
    ...(rows.every(({ costUsd }) => costUsd === 0) && isNothing(prices) ? { isFree: true } : {}),
    ...(explained === rows.length ? {} : { explained }),
    firstRequest,
    lastRequest,
    requests: rows.length,
    worstErrorPercent: 100 * findWorstPriceError(own, prices),
    ...withDerived(derived),
  }
}

/** A list price, complete. */
function completeListPrice(segment: PriceFigures, recorded: RecordedPrices): PriceFigures {
  const { prices, derived } = completePrices(segment.prices, priceEvidence(recorded, segment, []))
  return { ...segment, prices, ...withDerived(derived) }
}

function withDerived(derived: readonly DerivedPrice[]): Pick<PriceFigures, 'derivedPrices'> {
  return derived.length === 0 ? {} : { derivedPrices: [...derived] }
}

function isNothing({ input, output, cacheWrites, cacheReads }: ModelPrices): boolean {
  return [input, output, cacheWrites, cacheReads].every((price = 0) => price === 0)
}

/** What says which prices a segment has beside those that its `rows` tell. */
function priceEvidence(
  { requests, known, models }: RecordedPrices,
  { firstRequest, lastRequest, modelId }: PricedSegment,
  rows: readonly PricedRequest[],
): PriceEvidence {
  const isOwn = (index: number): boolean => firstRequest <= index && index <= lastRequest
  const model = models.find((name, index) => isOwn(index) && name !== null) ?? null
  const listed = known.filter((one) => one.modelId !== null)
  const list =
    listed.find((one) => one.modelId === modelId) ??
    listed.find((one) => (one.recordedAs ?? one.modelId) === model)
  return {
    used: priceKinds.filter((kind) => rows.some(({ usage }) => usage[kind] > 0)),
    list: list ?? null,
    isAnthropic:
      requests.some(({ apiProtocol }, index) => isOwn(index) && apiProtocol === 'anthropic') ||
      rows.some(({ usage }) => usage.cacheWrites > 0),
    hasCache: requests.some(({ cacheReads = 0, cacheWrites = 0 }) => cacheReads + cacheWrites > 0),
  }
}

/**
 * Models of which tokens are recorded and no cost, at the prices that the library lists. Consecutive requests of one are
 * a segment.
 */
function listPriceSegments(
  requests: readonly RequestUsage[],
  models: readonly (string | null)[],
  known: readonly KnownPrices[],
): PriceFigures[] {
  const paid = new Set(models.filter((_, index) => requests[index]?.costUsd !== undefined))
  const measured = new Set(models.filter((_, index) => requests[index]?.tokensIn !== undefined))
  const listed = new Map(known.map((own) => [own.recordedAs ?? own.modelId, own]))
  const segments: PriceFigures[] = []
  let last: string | null = null
  for (const [index, model] of models.entries()) {
    const own = model !== null && measured.has(model) && !paid.has(model) ? listed.get(model) : undefined
    const before = segments.at(-1)
    if (own === undefined) last = null
    else if (before !== undefined && last === model)
      segments[segments.length - 1] = { ...before, lastRequest: index }
    else {
      segments.push(buildListSegment(own, index))
      last = model
    }
  }
  return segments
}

function buildListSegment({ modelId, prices }: KnownPrices, index: number): PriceFigures {
  return {
    source: 'library',
    modelId,
    factor: 1,
    chargesWrites: false,
    isListPrice: true,
    prices,
    firstRequest: index,
    lastRequest: index,
    requests: 0,
    worstErrorPercent: 0,
  }
}
