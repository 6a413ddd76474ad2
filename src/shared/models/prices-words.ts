import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatCents, formatUsd } from '../kernel/format-figures.ts'
import type { DerivedPrice, PriceFigures, PriceSegment } from '../replay/types.ts'

/** What a summary would have cost at the prices of the task’s own model, where nothing was charged: `$0.0123 estimated`. */
export function formatEstimatedUsd(costUsd: number): string {
  return `${formatUsd(costUsd)} estimated`
}

const kindNames: Readonly<Record<DerivedPrice['kind'], string>> = {
  input: 'new input',
  output: 'output',
  cacheWrites: 'writing to the cache',
  cacheReads: 'reading from the cache',
}

/** Prices that no request tells, and what they were derived from; empty where all are known. */
export function describeDerivedPrices(derived: readonly DerivedPrice[]): string {
  return derived.map(describeDerivedPrice).join(' ')
}

function describeDerivedPrice({ kind, price, basis, modelId }: DerivedPrice): string {
  const subject = `No request shows what ${kindNames[kind]} costs:`
  if (price === null) return `${subject} it is unknown.`
  const bases = {
    list: `the others, in the proportions of the list prices of ${modelId ?? 'this model'}`,
    anthropic: "the others, in the proportions of Anthropic's prices",
    input: 'that of new input, since no discount is known',
  } as const
  return `${subject} ${formatCents(price)} per million tokens is derived from ${bases[basis ?? 'input']}.`
}

/** A segment of prices with its sentences. */
export function withPriceText(segment: PriceFigures): PriceSegment {
  const own = describePriceSource(segment)
  const derived = describeDerivedPrices(segment.derivedPrices ?? [])
  return { ...segment, ...(derived === '' ? { text: own } : { derived, text: `${own} ${derived}` }) }
}

function describePriceSource(segment: PriceFigures): string {
  const { source, factor, modelId, chargesWrites, prices, requests, explained = requests } = segment
  if (segment.isListPrice === true)
    return `No cost is recorded for ${modelId ?? 'this model'}: what it costs is estimated from its list prices.`
  if (segment.isFree === true)
    return `Recorded at no cost: ${formatCountWithNoun(requests, 'request')}, so nothing is charged for their tokens.`
  const count =
    explained === requests ? formatCountWithNoun(requests, 'request') : `${explained} of ${requests} requests`
  const within = `${count} within ${segment.worstErrorPercent.toFixed(1)} %`
  const writes = chargesWrites ? ', all new input charged as cache writes,' : ''
  const [tier] = prices.tiers ?? []
  const above = tier === undefined ? '' : ` above ${formatCount(tier.aboveInputTokens)} tokens`
  switch (source) {
    case 'library': {
      const surcharge = factor === 1 ? '' : ` times ${factor.toFixed(3)}`
      return `The known prices of ${modelId}${surcharge}${writes} explain ${within}.`
    }
    case 'usual': {
      // Scaled to one cost, any proportions meet it.
      if (segment.isCircular === true)
        return `The cost of ${formatCountWithNoun(explained, 'request')} cannot be explained by its tokens and any known prices: it is spread over them in the usual proportions.`
      const perMillion = `${formatCents(factor)} per million tokens of input`
      const more = above === '' ? '' : `, more${above},`
      return `No known prices explain the costs. The usual proportions at ${perMillion}${more}${writes} explain ${within}.`
    }
    case 'fitted': {
      const more = above === '' ? '' : `, other ones${above},`
      return `No known prices explain the costs. Prices fitted to them${more} explain ${within}.`
    }
  }
}
