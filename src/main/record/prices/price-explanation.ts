import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { PriceSegment } from '../../../shared/replay/types.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'

/** What one request used and cost, in US dollars. */
export type PricedRequest = { readonly usage: TokenUsage; readonly costUsd: number }

/** A recorded request with a cost. */
export type PriceRow = PricedRequest & {
  readonly requestIndex: number
  /** Null where the record names none. */
  readonly model: string | null
}

/** Prices for the first of some rows. */
export type Explanation = Pick<PriceSegment, 'source' | 'modelId' | 'factor' | 'chargesWrites' | 'prices'> & {
  /** Rows that it stands for, from the first on. */
  readonly length: number
  /** Rows among them whose cost is within the tolerance; the others are odd ones. */
  readonly explained: number
  /** Difference from the recorded cost that it was found with, a share of it. */
  readonly tolerance: number
}

/** Tolerances for a request's cost. */
export const tolerances = {
  /** Of known prices, times a factor that is the same for all. */
  known: 0.01,
  /** Of prices that were chosen to fit. */
  fit: 0.02,
  /** Where nothing explains them exactly: costs with a part that was not recorded, such as hidden reasoning. */
  loose: 0.25,
} as const

/** How far prices are from what a request cost; a share of it. */
export function computePriceError({ usage, costUsd }: PricedRequest, prices: ModelPrices): number {
  const own = computeCost(usage, prices).costUsd
  return own === costUsd ? 0 : Math.abs(own - costUsd) / Math.max(costUsd, 1e-9)
}

/** The largest of these errors. */
export function findWorstPriceError(rows: readonly PricedRequest[], prices: ModelPrices): number {
  return rows.reduce((worst, row) => Math.max(worst, computePriceError(row, prices)), 0)
}

/** Whether a value is another one within a share of it. */
export function isNear(value: number, other: number, tolerance: number): boolean {
  return Math.abs(value - other) <= tolerance * Math.abs(other)
}
