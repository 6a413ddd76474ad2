import { z } from 'zod'
import { outcomeSummarySchema } from './outcome.ts'
import { settingsSchema } from './provider.ts'

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

/** One application of a provider to a task, as it is listed and kept. */
export const runSummarySchema = z.object({
  id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  providerId: z.string(),
  presetId: z.string().nullable(),
  settings: settingsSchema,
  targetTokens: z.number().int().nullable(),
  status: runStatusSchema,
  startedTs: z.number(),
  finishedTs: z.number().nullable(),
  /** Null while running, and after a cancel or an interruption. */
  outcome: outcomeSummarySchema.nullable(),
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

export const runEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({ kind: z.literal('finished'), run: runSummarySchema }),
])
export type RunEvent = Readonly<z.infer<typeof runEventSchema>>
