import type { PriceStretch } from '../../../shared/domain/replay.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import type { KnownPrices } from './price-variants.ts'

/**
 * Models of which tokens are recorded and no cost, at the prices that the library lists. Consecutive requests of one are
 * a stretch.
 */
export function listPriceStretches(
  requests: readonly RequestUsage[],
  models: readonly (string | null)[],
  known: readonly KnownPrices[],
): PriceStretch[] {
  const paid = new Set(models.filter((_, index) => requests[index]?.costUsd !== undefined))
  const measured = new Set(models.filter((_, index) => requests[index]?.tokensIn !== undefined))
  const listed = new Map(known.map((own) => [own.recordedAs ?? own.modelId, own]))
  const stretches: PriceStretch[] = []
  let last: string | null = null
  for (const [index, model] of models.entries()) {
    const own = model !== null && measured.has(model) && !paid.has(model) ? listed.get(model) : undefined
    const before = stretches.at(-1)
    if (own === undefined) last = null
    else if (before !== undefined && last === model)
      stretches[stretches.length - 1] = { ...before, lastRequest: index }
    else {
      stretches.push(stretchOf(own, index))
      last = model
    }
  }
  return stretches
}

function stretchOf({ modelId, prices }: KnownPrices, index: number): PriceStretch {
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
    text: `No cost is recorded for ${modelId ?? 'this model'}: what it costs is estimated from its list prices.`,
  }
}
