import { z } from 'zod'

/** Why a figure of quality has no value. `unreadable`: source or result cannot be read any more. */
export const qualityGapSchema = z.enum(['no-facts', 'nothing-after', 'rewritten', 'none-used', 'unreadable'])
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
