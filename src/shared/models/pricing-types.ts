import { z } from 'zod'

/** US dollars per million tokens. An absent price is unknown, which is not the same as free. */
const priceSetSchema = z.object({
  input: z.number().min(0).optional(),
  output: z.number().min(0).optional(),
  cacheWrites: z.number().min(0).optional(),
  cacheReads: z.number().min(0).optional(),
})

export const modelPricesSchema = priceSetSchema.extend({
  /** Prices that replace the others once the whole input is larger; ascending. */
  tiers: z.array(z.object({ aboveInputTokens: z.number().int(), prices: priceSetSchema })).optional(),
})
export type ModelPrices = Readonly<z.infer<typeof modelPricesSchema>>

/** What the change of a bill is made of; US dollars. */
export const billPartsSchema = z.object({
  /** For the call that summarises, and for writing the changed prompt into the cache anew. */
  onceUsd: z.number(),
  /** For reading again what the agent went on to use and the result does not hold. */
  reReadUsd: z.number(),
  /** Less for each request after it than what was recorded. */
  savedPerRequestUsd: z.number(),
  /** Until the agent condensed again, or the task ended. */
  requestsAfter: z.int(),
  /** Requests until what it takes more than what was recorded is saved; null where that never happens. */
  breakEvenRequests: z.int().nullable(),
})
export type BillParts = Readonly<z.infer<typeof billPartsSchema>>

/**
 * What condensing with an arm at a cut would have changed in the bill of a task, estimated at its own prices; US dollars.
 * Requests after the cut are those that were recorded.
 */
export type ArmMoney = BillParts & {
  /** What the task would have cost more than what was recorded; below 0 where it would have cost less. */
  readonly changeUsd: number
}

/** Tokens of one request. `input` is what was neither written to the cache nor read from it. */
export const tokenUsageSchema = z.object({
  input: z.number().int().min(0),
  output: z.number().int().min(0),
  cacheWrites: z.number().int().min(0),
  cacheReads: z.number().int().min(0),
})
export type TokenUsage = Readonly<z.infer<typeof tokenUsageSchema>> & {
  /** All input of the last sampling, where these are the sums of several (`RequestUsage`). */
  readonly contextTokens?: number
}

/**
 * Calls whose process was killed before their answer was kept: nobody knows whether they are paid for. They are booked as
 * if they were, at their worst case; US dollars, a part of what is spent.
 */
export const perhapsPaidSchema = z.object({ calls: z.int(), usd: z.number() })
export type PerhapsPaid = Readonly<z.infer<typeof perhapsPaidSchema>>

export const costBreakdownSchema = z.object({
  costUsd: z.number(),
  parts: z.object({ cacheWrites: z.number(), cacheReads: z.number(), input: z.number(), output: z.number() }),
  /** Kinds of token that were used and have no price. */
  missing: z.array(z.string()),
})
export type CostBreakdown = Readonly<z.infer<typeof costBreakdownSchema>>
