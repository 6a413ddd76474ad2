import { z } from 'zod'
import { evidenceSchema } from '../kernel/evidence.ts'

export const metricUnits = [
  'percent',
  'tokens',
  'share',
  'usd',
  // Added to something or taken from it: always with its sign.
  'usd-change',
  'milliseconds',
  'grade',
  'score',
  'count',
] as const
export const metricUnitSchema = z.enum(metricUnits)
export type MetricUnit = z.infer<typeof metricUnitSchema>

export const metricDirections = ['higher', 'lower'] as const
export const metricDirectionSchema = z.enum(metricDirections)
/** Which of two values is the better one. */
export type MetricDirection = z.infer<typeof metricDirectionSchema>

/** What an experiment may ask for by one word; those from `probes` on ask a model. */
export const metricGroups = [
  'compression',
  'state',
  'rules',
  'validity',
  'artifacts',
  'facts',
  'continuation',
  're-reading',
  'links',
  'head-start',
  'cost',
  'time',
  'probes',
  'judge',
  'next-action',
  'resume',
] as const
export const metricGroupSchema = z.enum(metricGroups)
export type MetricGroup = z.infer<typeof metricGroupSchema>

/** What is measured where nobody says what: all that needs no model, without what takes a tenth of a second. */
export const defaultMetricGroups = [
  'state',
  'rules',
  're-reading',
  'compression',
  'validity',
  'artifacts',
  'facts',
  'continuation',
  'links',
  'cost',
  'time',
] as const satisfies readonly MetricGroup[]

/** A metric as it is shown. Shares lie between 0 and 1, grades between 0 and 5, scores around both sides of 0 or 1. */
export const metricInfoSchema = z.object({
  id: z.string(),
  label: z.string(),
  group: metricGroupSchema,
  direction: metricDirectionSchema,
  unit: metricUnitSchema,
  /** Its values are passes (1) and fails (below 1). */
  isPassFail: z.boolean(),
  /** How much it weighs: those at the head of a result, those beside them; a detail where it is left out. */
  rank: z.enum(['headline', 'secondary']).optional(),
  /** `summary`: of the summariser's text alone; `equal-size`: of what all methods of a cut are brought to; else of the whole context. */
  view: z.enum(['summary', 'equal-size']).optional(),
  /** What must not be lost: a copy keeps it as well as who understands it, so that a full score shows no knowledge. */
  isFloor: z.boolean().optional(),
  /** What cheap tricks would score is measured beside it. */
  isControlled: z.boolean().optional(),
  needsModel: z.boolean(),
})
export type MetricInfo = Readonly<z.infer<typeof metricInfoSchema>>

/** A value with what it rests on; `metric` is the id. */
export const measuredMetricSchema = z.object({
  metric: z.string(),
  /** Null where there is nothing to measure. */
  value: z.number().nullable(),
  evidence: evidenceSchema.nullable(),
})
export type MeasuredMetric = Readonly<z.infer<typeof measuredMetricSchema>>

/** Why a figure of quality has no value. `unreadable`: source or result cannot be read any more. */
export const qualityGapSchema = z.enum([
  'no-facts',
  'nothing-after',
  'rewritten',
  'none-used',
  'encrypted',
  'unreadable',
])
export type QualityGap = z.infer<typeof qualityGapSchema>

/** How much of what was known a result still says. Shares lie between 0 and 1. */
export const runQualitySummarySchema = z.object({
  /** Of the facts that the source states, the share that the result still states. */
  survival: z.number().nullable(),
  /** Facts that the source states. */
  facts: z.int(),
  /** Of the facts that the task went on to use, the share that the result still states: kept what was used next. */
  continuationRecall: z.number().nullable(),
  /** Facts that were used. */
  used: z.int(),
  /** Why there is no survival; null where there is one. */
  survivalGap: qualityGapSchema.nullable(),
  /** The same for what was used next. */
  continuationGap: qualityGapSchema.nullable(),
})
export type RunQualitySummary = Readonly<z.infer<typeof runQualitySummarySchema>>

/** Raised whenever the figures are found in another way: those of another version are measured anew. */
export const runQualityVersion = 1
