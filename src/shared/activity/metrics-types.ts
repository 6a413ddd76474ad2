import { z } from 'zod'
import { armSchema } from '../condense/outcome-types.ts'
import { perhapsPaidSchema } from '../models/pricing-types.ts'
import { qualityGapSchema } from './quality-types.ts'

/** What runs are grouped by. */
export const metricsGroupings = ['provider', 'preset', 'profile', 'prompt', 'arm'] as const
export const metricsGroupingSchema = z.enum(metricsGroupings)
export type MetricsGrouping = z.infer<typeof metricsGroupingSchema>

/**
 * How one attempt ended. A run is one attempt of the provider that was asked for, and one of each fallback that was
 * tried. The first four count towards rates; `not-needed` is what a trigger did not let start.
 */
export const attemptStatuses = [
  'condensed',
  'insufficient',
  'unchanged',
  'failed',
  'running',
  'cancelled',
  'interrupted',
  'not-needed',
] as const
export const attemptStatusSchema = z.enum(attemptStatuses)
export type AttemptStatus = z.infer<typeof attemptStatusSchema>

/** Quantiles are linear interpolations between order statistics (Hyndman and Fan's type 7). */
export const spreadSchema = z.object({
  /** How many attempts it was measured on. */
  n: z.int().min(1),
  mean: z.number(),
  min: z.number(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  p95: z.number(),
  max: z.number(),
})
export type Spread = Readonly<z.infer<typeof spreadSchema>>

/** Null figures have nothing to be measured on. */
export const metricsFiguresSchema = z.object({
  /** Attempts that ended by themselves: the sum of the four statuses that count. */
  attempts: z.int(),
  byStatus: z.record(attemptStatusSchema, z.int()),
  /** Attempts whose time and price say nothing: kept answers were given again, or a prepared result was taken. */
  reused: z.int(),
  /** Attempts that asked a model of which not every price is known: what they cost is in no figure, or too low. */
  unpriced: z.int(),
  /** Of attempts with a result, sufficient or not. */
  reductionPercent: spreadSchema.nullable(),
  /** Of the facts that the sources state, the share that the results which runs ended with still state. */
  survival: spreadSchema.nullable(),
  /** The same of the facts that the tasks went on to use: kept what was used next. */
  continuationRecall: spreadSchema.nullable(),
  /** Results without one of the two, by reason; `pending` was not measured yet. Most frequent first. */
  qualityGaps: z.array(
    z.object({
      figure: z.enum(['survival', 'continuationRecall']),
      code: z.enum([...qualityGapSchema.options, 'pending']),
      attempts: z.int(),
    }),
  ),
  /** Tokens that the results which runs ended with have saved. */
  tokensSaved: z.int(),
  /** Of attempts with a result, without reused ones and those without a time of their own. */
  durationMs: spreadSchema.nullable(),
  /** Tokens of the sources per second, over the attempts of `durationMs` together. */
  tokensPerSecond: z.number().nullable(),
  /** What a condensation costs: of attempts with a result, without reused and unpriced ones. US dollars. */
  costUsd: spreadSchema.nullable(),
  /** What all attempts did cost, failed and cancelled ones included. US dollars. */
  totalCostUsd: z.number(),
  /** Of attempts that count. */
  failurePercent: z.number().nullable(),
  /** By code, most frequent first; percent of attempts that count. */
  failures: z.array(z.object({ code: z.string(), attempts: z.int(), percent: z.number() })),
  /** Results that saved less than the minimum gain, in percent of all results. */
  insufficientPercent: z.number().nullable(),
  /** Attempts that stood in for one that failed or saved too little, in percent of those that count. */
  fallbackPercent: z.number().nullable(),
})
export type MetricsFigures = Readonly<z.infer<typeof metricsFiguresSchema>>

/** Attempts of one provider, preset, profile, prompt or A/B arm; the fields that do not tell groups apart are null. */
export const metricsGroupSchema = z.object({
  /** `provider`, `provider:preset`, a profile, `prompt@version`, `set:arm`; `-` for no profile, prompt or arm. */
  id: z.string(),
  label: z.string(),
  providerId: z.string().nullable(),
  presetId: z.string().nullable(),
  profileId: z.string().nullable(),
  prompt: z.object({ promptId: z.string(), version: z.int() }).nullable(),
  arm: armSchema.nullable(),
  figures: metricsFiguresSchema,
})
export type MetricsGroup = Readonly<z.infer<typeof metricsGroupSchema>>

/** What calls to models were paid by the book that is kept of every call, removed runs included. US dollars. */
export const paidSchema = z.object({
  totalUsd: z.number(),
  /** The total by what asked: runs of a method, experiments, and the rest (replays, tests of a model). */
  runsUsd: z.number(),
  experimentsUsd: z.number(),
  otherUsd: z.number(),
  calls: z.int(),
  /** Of the total. */
  perhapsPaid: perhapsPaidSchema,
})
export type Paid = Readonly<z.infer<typeof paidSchema>>

export const metricsReportSchema = z.object({
  by: metricsGroupingSchema,
  /** Runs that were looked at, whatever became of them. */
  runs: z.int(),
  /** Of everything on the same tasks and in the same time, not of runs alone. */
  paid: paidSchema,
  total: metricsFiguresSchema,
  /** Most attempts first. */
  groups: z.array(metricsGroupSchema),
})
export type MetricsReport = Readonly<z.infer<typeof metricsReportSchema>>

/** Which runs are measured, and how they are grouped. */
export const metricsRequestSchema = z.object({
  by: metricsGroupingSchema.default('provider'),
  /** Runs on this task only. */
  taskId: z.string().optional(),
  /** Runs that were started then or later; milliseconds since 1970. */
  sinceTs: z.number().optional(),
})

/** Attempts behind a figure. */
export const metricsSelectionSchema = metricsRequestSchema.extend({
  /** All groups where none is named. */
  groupId: z.string().optional(),
  status: attemptStatusSchema.optional(),
  /** Failure code. */
  code: z.string().optional(),
})
export type MetricsSelection = Readonly<z.infer<typeof metricsSelectionSchema>>
