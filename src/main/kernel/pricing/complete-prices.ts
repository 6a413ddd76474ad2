import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { DerivedPrice } from '../../../shared/replay/types.ts'
import { priceKinds, type PriceKind } from './cost.ts'

/** What is known of prices beside those that were found. */
export type PriceEvidence = {
  /** Kinds of token that the explained requests used: one of them that has no price was charged nothing. */
  readonly used: readonly PriceKind[]
  /** What the price library lists for the model; null where it does not know it. */
  readonly list: { readonly modelId: string | null; readonly prices: ModelPrices } | null
  /** Whether the vendor takes Anthropic's proportions: its protocol, or writes to the cache at a price. */
  readonly isAnthropic: boolean
  /** Whether anything of the record was written to a cache or read from one; else those prices are not needed. */
  readonly hasCache: boolean
}

export type CompletePrices = {
  readonly prices: ModelPrices
  /** Prices that no request tells, and what they were derived from; empty where none had to be. */
  readonly derived: readonly DerivedPrice[]
}

/** Anthropic's prices as shares of that of input; writing to a cache of an hour takes 2 instead of 1.25. */
const anthropicProportions: PriceSet = { input: 1, output: 5, cacheWrites: 1.25, cacheReads: 0.1 }

type PriceSet = Omit<ModelPrices, 'tiers'>
/** Prices whose proportions hold. */
type Reference = Pick<DerivedPrice, 'basis' | 'modelId'> & { readonly prices: PriceSet }
/** `basis` is null for nothing: who takes nothing for anything takes nothing for this. */
type Derived = Pick<DerivedPrice, 'basis' | 'modelId'> & { readonly price: number }

/**
 * Prices with those that no request tells: in the proportions of the model's own list, else of Anthropic's prices where
 * the vendor is of that kind. Reading from the cache costs no more than new input anywhere, so without a proportion it
 * is charged as that. What cannot be derived stays absent: it is unknown, not free.
 */
export function completePrices(found: ModelPrices, evidence: PriceEvidence): CompletePrices {
  const { tiers, ...own } = found
  const base = withUncharged(own, evidence.used)
  const missing = listNeededKinds(evidence).filter((kind) => base[kind] === undefined)
  const references = listReferences(evidence)
  const derived = deriveAll(base, missing, references)
  const prices = { ...base, ...buildPriceSet(derived) }
  const stated = missing.flatMap((kind) => describeDerivedPrice(kind, derived.get(kind)))
  if (tiers === undefined) return { prices, derived: stated }
  const completed = tiers.map((tier) => {
    const lacking = [...derived.keys()].filter((kind) => tier.prices[kind] === undefined)
    return {
      ...tier,
      prices: { ...tier.prices, ...buildPriceSet(deriveAll(tier.prices, lacking, references)) },
    }
  })
  return { prices: { ...prices, tiers: completed }, derived: stated }
}

/** A list without a price for writing is that of a vendor who charges for none. */
function listNeededKinds({ hasCache, list }: PriceEvidence): readonly PriceKind[] {
  if (!hasCache) return ['input', 'output']
  const isWritten = list === null || list.prices.cacheWrites !== undefined
  return priceKinds.filter((kind) => kind !== 'cacheWrites' || isWritten)
}

function withUncharged(prices: PriceSet, used: readonly PriceKind[]): PriceSet {
  const uncharged = used.filter((kind) => prices[kind] === undefined)
  return { ...prices, ...Object.fromEntries(uncharged.map((kind) => [kind, 0])) }
}

function listReferences({ list, isAnthropic }: PriceEvidence): readonly Reference[] {
  return [
    ...(list === null ? [] : [{ prices: list.prices, basis: 'list' as const, modelId: list.modelId }]),
    ...(isAnthropic ? [{ prices: anthropicProportions, basis: 'anthropic' as const, modelId: null }] : []),
  ]
}

function deriveAll(
  known: PriceSet,
  missing: readonly PriceKind[],
  references: readonly Reference[],
): ReadonlyMap<PriceKind, Derived> {
  const derived = new Map<PriceKind, Derived>()
  for (const kind of missing) {
    const own = derive(known, kind, references)
    if (own !== null) derived.set(kind, own)
  }
  return derived
}

function derive(known: PriceSet, kind: PriceKind, references: readonly Reference[]): Derived | null {
  const all = priceKinds.flatMap((other) => known[other] ?? [])
  if (all.length > 0 && all.every((price) => price === 0)) return { price: 0, basis: null, modelId: null }
  for (const { prices, basis, modelId } of references) {
    const proportion = prices[kind]
    const scale = computePriceScale(known, prices)
    if (proportion !== undefined && scale !== null) return { price: scale * proportion, basis, modelId }
  }
  return kind === 'cacheReads' && known.input !== undefined
    ? { price: known.input, basis: 'input', modelId: null }
    : null
}

/** What says most of a vendor's prices: that of input, then those that hang on it. */
const byTrust: readonly PriceKind[] = ['input', 'cacheReads', 'cacheWrites', 'output']

/**
 * What the prices of a reference are multiplied with: the ratio of input alone, else by the middle of three, so that writes
 * at the price of an hour or another price of output do not count, else by the one that says most. Null without any.
 */
function computePriceScale(known: PriceSet, reference: PriceSet): number | null {
  const scales = byTrust.flatMap((kind) => {
    const [own = 0, other = 0] = [known[kind], reference[kind]]
    return own > 0 && other > 0 ? [own / other] : []
  })
  const isInputKnown = (known.input ?? 0) > 0 && (reference.input ?? 0) > 0
  if (isInputKnown || scales.length < 3) return scales[0] ?? null
  return scales.toSorted((a, b) => a - b)[1] ?? null
}

function buildPriceSet(derived: ReadonlyMap<PriceKind, Derived>): PriceSet {
  return Object.fromEntries([...derived].map(([kind, { price }]) => [kind, price]))
}

/** Nobody misses the price of writing where nobody charges for it. */
function describeDerivedPrice(kind: PriceKind, derived: Derived | undefined): DerivedPrice[] {
  if (derived === undefined)
    return kind === 'cacheWrites' ? [] : [{ kind, price: null, basis: null, modelId: null }]
  return derived.basis === null ? [] : [{ kind, ...derived }]
}
