import { z } from 'zod'
import { figuresSchema } from '../kernel/figures.ts'
import { operationKindSchema } from '../kernel/provenance.ts'
import { violationSchema } from '../kernel/violation.ts'

/** The arm of an A/B assignment that was taken. Arms of equal sets are comparable with each other. */
export const armSchema = z.object({
  /** `A` for the first. */
  letter: z.string(),
  /** All arms by their names, in order. */
  of: z.array(z.string()),
  /** Hash of all arms with their settings. */
  set: z.string(),
})
export type Arm = Readonly<z.infer<typeof armSchema>>

export const telemetryKinds = ['started', 'pass-finished', 'condensed', 'truncated', 'failed'] as const

/** One thing that happened while a history was condensed. Holds no content; kept with the run, sent nowhere. */
export const telemetryEventSchema = z.object({
  kind: z.enum(telemetryKinds),
  providerId: z.string(),
  /** The pass of `pass-finished`, the code of `failed`; empty otherwise. */
  detail: z.string(),
  /** A trigger decided, not a person. */
  isAutomatic: z.boolean(),
  usedCustomPrompt: z.boolean(),
  /** A profile with the condensing role (or one that the run named) was asked, not the main one. */
  usedOwnHandler: z.boolean(),
})
export type TelemetryEvent = Readonly<z.infer<typeof telemetryEventSchema>>

/**
 * How often an operation was applied, and the tokens that it took away. The sums may miss the reduction by a few
 * tokens: a cut moves the borders between parts, and the result is counted afresh.
 */
export const operationCountSchema = z.object({
  operation: operationKindSchema,
  parts: z.number().int(),
  tokensSaved: z.number().int(),
})
export type OperationCount = Readonly<z.infer<typeof operationCountSchema>>

/** Tokens are counted by one counter on source and result alike; money in US dollars, time in milliseconds. */
export const statsSchema = z.object({
  /** The messages as they count; 0 where nobody counted them. */
  originalTokens: z.number().int(),
  finalTokens: z.number().int(),
  reductionPercent: z.number(),
  /** What was paid for it: kept answers count 0, and so does what has no price. */
  costUsd: z.number(),
  /**
   * What the work costs, whoever paid for it: kept answers at what they took when they were made. Null where that is
   * not known: a request was not answered, something has no price, or nothing was done. Absent in older results.
   */
  priceUsd: z.number().nullable().optional(),
  /**
   * What the summaries of the built-in summariser would have cost at list prices of the model of the task, estimated.
   * Absent where it wrote none, and where the prices are not known.
   */
  estimatedCostUsd: z.number().optional(),
  durationMs: z.number(),
  modelCalls: z.number().int(),
  cacheHits: z.number().int(),
  /** Requests that no model answered: refused, failed or cut. Absent in older results. */
  unansweredCalls: z.number().int().optional(),
  /**
   * Of `costUsd`, what external arms said that they cost: nobody measured it. 0 where they said nothing, and `priceUsd`
   * is null then. Absent where none worked.
   */
  statedCostUsd: z.number().optional(),
  operations: z.array(operationCountSchema),
})
export type Stats = Readonly<z.infer<typeof statsSchema>>

export const passMetricsSchema = z.object({
  id: z.string(),
  label: z.string(),
  tokensBefore: z.number().int(),
  tokensAfter: z.number().int(),
  durationMs: z.number(),
  /** Parts touched, by operation. */
  operations: z.record(z.string(), z.number().int()),
})
export type PassMetrics = Readonly<z.infer<typeof passMetricsSchema>>

/** Tokens saved that the result itself can give back, and tokens saved that only the store can. */
export const fidelitySchema = z.object({
  reversibleTokens: z.number().int(),
  supersededTokens: z.number().int(),
})
export type Fidelity = Readonly<z.infer<typeof fidelitySchema>>

const noteSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** What `message` says, for scripts. Absent in results of older versions. */
  figures: figuresSchema.optional(),
})

/** Something a person should know about a result that is nevertheless valid. */
export const warningSchema = noteSchema
export type Warning = Readonly<z.infer<typeof warningSchema>>

/** Why a run failed. */
export const outcomeErrorSchema = noteSchema
export type OutcomeError = Readonly<z.infer<typeof outcomeErrorSchema>>

/** One provider of a fallback chain, in the order in which they were tried. */
export const attemptSchema = z.object({
  providerId: z.string(),
  status: z.enum(['condensed', 'insufficient', 'unchanged', 'failed']),
  /** Failure code; empty where it did not fail. */
  code: z.string(),
  message: z.string(),
  reductionPercent: z.number(),
  costUsd: z.number(),
  /** Absent in results of older versions. */
  durationMs: z.number().optional(),
  /** Requests that no model answered. Absent in results of older versions. */
  unansweredCalls: z.number().int().optional(),
  /** Which arm it took; absent where none was assigned, and in results of older versions. */
  arm: armSchema.optional(),
})
export type Attempt = Readonly<z.infer<typeof attemptSchema>>

/** One decision of a provider that has choices: which branch, pass or step it took or left, and why. */
export const traceStepSchema = z.object({
  /** What was decided on: a pass, a step, a branch. */
  label: z.string(),
  decision: z.enum(['taken', 'skipped', 'failed']),
  /** A sentence for a person. */
  reason: z.string(),
  /** Tokens of the context before and after; equal where nothing was done. */
  tokensBefore: z.number().int(),
  tokensAfter: z.number().int(),
  costUsd: z.number(),
  /** The arm that this step was taken as; absent where it was assigned to none. */
  arm: armSchema.optional(),
})
export type TraceStep = Readonly<z.infer<typeof traceStepSchema>>

/**
 * The next request as a whole, system prompt and tools included: in the model's own count where requests are recorded
 * (`recorded`, `calibrated`), else as the messages count. Never to be set against `stats`, which count messages alone.
 */
export const requestSizeSchema = z.object({
  tokens: z.number().int(),
  /** Null in runs of versions that did not keep it. */
  basis: z.enum(['recorded', 'calibrated', 'counted']).nullable(),
})
export type RequestSize = Readonly<z.infer<typeof requestSizeSchema>>

/** What a run ended with, without the messages themselves. */
export const outcomeSummarySchema = z.object({
  status: z.enum(['condensed', 'unchanged', 'failed']),
  stats: statsSchema,
  passes: z.array(passMetricsSchema),
  fidelity: fidelitySchema.nullable(),
  /** Rules that the result breaks, each already broken by its source: reported, not blamed on the provider. */
  validity: z.array(violationSchema),
  warnings: z.array(warningSchema),
  /** What was taken for what was not said, or said in other words; absent where there is nothing. */
  notes: z.array(warningSchema).optional(),
  /** Why nothing changed; empty unless `unchanged`. */
  reason: z.string(),
  error: outcomeErrorSchema.nullable(),
  /** Every provider that was tried; empty in results of older versions. */
  attempts: z.array(attemptSchema).default([]),
  events: z.array(telemetryEventSchema).default([]),
  /** What was decided on the way; empty for providers without choices. */
  trace: z.array(traceStepSchema).default([]),
  /** What a trigger held against the window; absent where none looked. */
  request: requestSizeSchema.optional(),
})
export type OutcomeSummary = Readonly<z.infer<typeof outcomeSummarySchema>>
