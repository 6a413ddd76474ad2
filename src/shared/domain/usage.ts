import { z } from 'zod'

/** What one recorded request to a model used. Absent fields were not recorded (aborted or local requests). */
export const requestUsageSchema = z.object({
  ts: z.number().nullish(),
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  cacheWrites: z.number().optional(),
  cacheReads: z.number().optional(),
  costUsd: z.number().optional(),
  apiProtocol: z.string().optional(),
  cancelled: z.boolean().optional(),
})
export type RequestUsage = Readonly<z.infer<typeof requestUsageSchema>>

/** A condensation that the agent itself made while the task ran. */
export const recordedCondensationSchema = z.object({
  ts: z.number().nullish(),
  tokensBefore: z.number().optional(),
  tokensAfter: z.number().optional(),
  costUsd: z.number().optional(),
})
export type RecordedCondensation = Readonly<z.infer<typeof recordedCondensationSchema>>

export const recordedUsageSchema = z.object({
  requests: z.array(requestUsageSchema),
  condensations: z.array(recordedCondensationSchema),
})
export type RecordedUsage = Readonly<z.infer<typeof recordedUsageSchema>>

/** Sums over a task; tokens, and US dollars. The names are part of the `inspect --json` contract. */
export const recordedTotalsSchema = z.object({
  costUsd: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  cacheReads: z.number(),
  cacheWrites: z.number(),
  condensations: z.number().int(),
})
export type RecordedTotals = Readonly<z.infer<typeof recordedTotalsSchema>>
