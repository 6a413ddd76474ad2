import { z } from 'zod'
import { armSchema } from './arm.ts'
import { attemptSchema, statsSchema } from './outcome.ts'
import { runQualitySummarySchema } from './run-quality.ts'
import { runSummarySchema } from './run.ts'

/** What figures over many runs need of one: no settings, no result, no messages for people. */
export const measuredRunSchema = runSummarySchema
  .pick({
    id: true,
    providerId: true,
    presetId: true,
    model: true,
    prompt: true,
    isAutomatic: true,
    status: true,
    startedTs: true,
  })
  .extend({
    /** Null while running, and after a cancel or an interruption. */
    stats: statsSchema.nullable(),
    attempts: z.array(attemptSchema.omit({ message: true })),
    /** Of the provider that was asked, as runs of older versions kept it; newer attempts name their own. */
    oldArm: armSchema.nullable(),
    /** Failure code; null where it did not fail. */
    errorCode: z.string().nullable(),
    warningCodes: z.array(z.string()),
    /** What its model calls cost, for runs that left no outcome behind; else 0. US dollars. */
    lostCostUsd: z.number(),
    /** Of its result; null where it has none, or where that was not measured yet. */
    quality: runQualitySummarySchema.nullable(),
  })
export type MeasuredRun = Readonly<z.infer<typeof measuredRunSchema>>
