import type { RequestUsage } from '../../../shared/domain/usage.ts'
import type { PriceEvidence } from '../../engine/pricing/complete-prices.ts'
import { priceKinds } from '../../engine/pricing/cost.ts'
import type { PricedRequest } from './fit-prices.ts'
import type { KnownPrices } from './price-variants.ts'

/** What is known of all requests of a record. */
export type RecordedPrices = {
  readonly requests: readonly RequestUsage[]
  /** Prices of its models in the price library. */
  readonly known: readonly KnownPrices[]
  /** Those of the requests. */
  readonly models: readonly (string | null)[]
}

/** Requests from one to another, both inclusive, and the library's name of the model whose prices they have. */
export type PricedStretch = {
  readonly firstRequest: number
  readonly lastRequest: number
  readonly modelId: string | null
}

/** What says which prices a stretch has beside those that its `rows` tell. */
export function priceEvidence(
  { requests, known, models }: RecordedPrices,
  { firstRequest, lastRequest, modelId }: PricedStretch,
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
