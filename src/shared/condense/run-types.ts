import { z } from 'zod'
import { runQualitySummarySchema } from '../activity/quality-types.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { promptReferenceSchema } from '../prompts/prompt-types.ts'
import { armSchema, attemptSchema, outcomeSummarySchema, statsSchema } from './outcome-types.ts'

export const runStatuses = [
  'running',
  'condensed',
  'unchanged',
  'failed',
  'cancelled',
  'interrupted',
] as const
export const runStatusSchema = z.enum(runStatuses)
export type RunStatus = z.infer<typeof runStatusSchema>

/** What model calls of a run took by the book that is kept of every call. US dollars. */
export const runSpentSchema = z.object({
  /** Of the calls whose cost is known. */
  costUsd: z.number(),
  /** The most that the others can have cost: those that ended without a word of it, and those that are still open. */
  unknownUsd: z.number(),
  modelCalls: z.number().int(),
})
export type RunSpent = Readonly<z.infer<typeof runSpentSchema>>

/** One application of a provider to a task, as it is listed and kept. */
export const runSummarySchema = z.object({
  id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  providerId: z.string(),
  /** `id` of a built-in preset, `id@version` of one's own; null for settings that came without one. */
  presetId: z.string().nullable(),
  settings: settingsSchema,
  targetTokens: z.number().int().nullable(),
  /** Messages of the file before the cut, of a run on what was sent then; absent where it is on all of the history. */
  cut: z.int().positive().optional(),
  /** The model that was asked; null where the provider asks none. */
  model: z.object({ profileId: z.string(), label: z.string() }).nullable(),
  /** The prompt of the library that was used, if one was. */
  prompt: promptReferenceSchema.nullable(),
  /** A trigger started it, not a person. */
  isAutomatic: z.boolean(),
  status: runStatusSchema,
  startedTs: z.number(),
  finishedTs: z.number().nullable(),
  /** Null while running, and after a cancel or an interruption. */
  outcome: outcomeSummarySchema.nullable(),
  /** However it ended; absent where no call was made. */
  spent: runSpentSchema.optional(),
  /** Of its result; absent where it has none, or where that was not measured yet. */
  quality: runQualitySummarySchema.optional(),
})
export type RunSummary = Readonly<z.infer<typeof runSummarySchema>>

/** What a run says while it works. */
export const runProgressSchema = z.object({
  /** `reading`, `counting`, a pass id, `checking`, `saving`. */
  stage: z.string(),
  label: z.string(),
  done: z.number(),
  total: z.number(),
})
export type RunProgress = Readonly<z.infer<typeof runProgressSchema>>

/** What model calls of a run took up to now. */
export const runSpendingSchema = z.object({
  costUsd: z.number(),
  modelCalls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Tokens and cost of an answer that is being written are guessed from its text; absent where nothing is. */
  isEstimated: z.boolean().optional(),
})
export type RunSpending = Readonly<z.infer<typeof runSpendingSchema>>

export const runEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  /** A model began to answer: what it said before in this run stays, the new answer follows. */
  z.object({ kind: z.literal('answer-started'), label: z.string() }),
  /** The last answer so far is void: it broke off, and the model is asked again. */
  z.object({ kind: z.literal('answer-voided') }),
  /** The next piece of the answer. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('spending'), spending: runSpendingSchema }),
  z.object({ kind: z.literal('finished'), run: runSummarySchema }),
])
export type RunEvent = Readonly<z.infer<typeof runEventSchema>>

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
