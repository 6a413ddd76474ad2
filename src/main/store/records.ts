import { z } from 'zod'
import type { OutcomeSummary } from '../../shared/domain/outcome.ts'
import { textStyleSchema } from '../../shared/domain/result-file.ts'
import { runStatusSchema, runSummarySchema } from '../../shared/domain/run.ts'
import { importProblemSchema, taskSummarySchema } from '../../shared/domain/task.ts'
import { recordedUsageSchema } from '../../shared/domain/usage.ts'

export const jsonSchema = z.json()
export type Json = z.infer<typeof jsonSchema>

/** What is known of a task beside its row in the library. */
export const taskMetaSchema = z.object({
  problems: z.array(importProblemSchema),
  usage: recordedUsageSchema,
  style: textStyleSchema,
  /** Both ends inclusive, indices into the messages of the file. */
  hiddenRange: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
})

/** A task as it is kept. `snapshotSha256` names the messages that were read, `sourceBlob` their stored bytes. */
export const storedTaskSchema = taskSummarySchema.omit({ problems: true, runs: true }).extend({
  snapshotSha256: z.string(),
  sourceBlob: z.string(),
  meta: taskMetaSchema,
})
export type StoredTask = Readonly<z.infer<typeof storedTaskSchema>>

/** A run as it is kept, with a source of its own, so that it outlives a change of the task's files. */
export const storedRunSchema = runSummarySchema.omit({ taskTitle: true }).extend({
  providerVersion: z.string(),
  snapshotSha256: z.string(),
  sourceBlob: z.string(),
  ownerPid: z.number().int(),
  /** Messages and provenance of the result; null where there is none. */
  payloadBlob: z.string().nullable(),
})
export type StoredRun = Readonly<z.infer<typeof storedRunSchema>>

/** Bytes to keep under the hash of their content. */
export type StoredBlob = Readonly<{ hash: string; bytes: Uint8Array }>

export type StoredMeasurement = Readonly<{ snapshotSha256: string; counterId: string; blob: StoredBlob }>

export const finishedStatusSchema = runStatusSchema.exclude(['running'])

/** How a run ended, stored whole or not at all. */
export type FinishedRun = Readonly<{
  status: z.infer<typeof finishedStatusSchema>
  finishedTs: number
  outcome: OutcomeSummary | null
  payload: StoredBlob | null
}>
