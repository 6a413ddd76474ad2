import { z } from 'zod'
import type { OutcomeSummary } from '../../../shared/condense/outcome-types.ts'
import { runStatusSchema, runSummarySchema } from '../../../shared/condense/run-types.ts'
import {
  cellSchema,
  experimentPlanSchema,
  experimentSummarySchema,
} from '../../../shared/experiments/experiment-types.ts'
import type { TokensByKind } from '../../../shared/library/inspection-types.ts'
import { tokenUsageSchema } from '../../../shared/models/pricing-types.ts'
import type { RequestBreak } from '../../../shared/replay/cache-audit-types.ts'

export const jsonSchema = z.json()
export type Json = z.infer<typeof jsonSchema>

/** A task as its files show it before anybody reads its history. */
export const foundTaskSchema = z.object({
  id: z.string(),
  path: z.string(),
  /** Which state of the files this is; equal stamps mean that nothing changed. */
  stamp: z.string(),
  /** Null where nobody can tell. */
  sizeBytes: z.int().nullable(),
  title: z.string(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  workspace: z.string().nullable(),
  costUsd: z.number().nullable(),
  lastActivityTs: z.number().nullable(),
  /** What its agent calls it, as `family:id`; null where nothing tells. */
  sessionKey: z.string().nullable().default(null),
  /** When its files last changed, milliseconds since 1970. */
  changedTs: z.number().nullable().default(null),
})
export type FoundTask = Readonly<z.input<typeof foundTaskSchema>>

/** What decides what is to be done for a listed task; one that was taken out of the library has a `forgottenStamp`. */
export const libraryEntrySchema = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  /** False for dropped files and samples, which do not change on disk, and for what nobody watches any more. */
  isFollowed: z.boolean(),
  /** Whether a person opened it by itself: then it is followed without its folder, too. */
  isSingle: z.boolean(),
  /** Null where nobody has looked at its files yet. */
  stamp: z.string().nullable(),
  readStamp: z.string().nullable(),
  /** Which reader read it last, or failed to, as `format@version`; null where none did, or an older Dewpoint. */
  reader: z.string().nullable(),
  forgottenStamp: z.string().nullable(),
  isGone: z.boolean(),
  failure: z.string().nullable(),
  /** Of its files; null where nobody has looked at them. */
  sizeBytes: z.number().nullable(),
  lastActivityTs: z.number().nullable(),
  openedTs: z.number(),
  isSample: z.boolean(),
  /** What its agent calls it, as `family:id`; null where nothing tells. */
  sessionKey: z.string().nullable(),
  /** Of what was read; null where nothing was. */
  snapshotSha256: z.string().nullable(),
})
export type LibraryEntry = Readonly<z.infer<typeof libraryEntrySchema>>

/** A listed task that names another one as the task that had it done. */
export type ListedChild = Pick<LibraryEntry, 'path' | 'sessionKey'>

/** The files that a task was read from; null for dropped files. */
export type ReadPlace = Readonly<{
  stamp: string
  sizeBytes: number | null
  reader: string
  sessionKey?: string | null
  /** When they last changed, milliseconds since 1970. */
  changedTs?: number | null
}> | null

/** A run as it is kept, with a source of its own, so that it outlives a change of the task's files. */
export const storedRunSchema = runSummarySchema.omit({ taskTitle: true, spent: true }).extend({
  providerVersion: z.string(),
  snapshotSha256: z.string(),
  sourceBlob: z.string(),
  ownerPid: z.number().int(),
  /** Messages and provenance of the result; null where there is none. */
  payloadBlob: z.string().nullable(),
})
export type StoredRun = Readonly<z.infer<typeof storedRunSchema>>

/** An answer of a model, kept so that the same question need not be paid for twice. */
export const storedAnswerSchema = z.object({
  /** Of model, address, system prompt, messages and limit. */
  requestSha256: z.string(),
  model: z.string(),
  text: z.string(),
  usage: tokenUsageSchema,
  createdTs: z.number(),
})
export type StoredAnswer = Readonly<z.infer<typeof storedAnswerSchema>>

/** A model call before it is made. US dollars. */
export const storedCallSchema = z.object({
  ts: z.number(),
  profileId: z.string(),
  model: z.string(),
  runId: z.string().nullable(),
  experimentId: z.string().nullable(),
  /** The task that is condensed by it; null where it is about something else. */
  taskId: z.string().nullable(),
  worstCaseUsd: z.number(),
})
export type StoredCall = Readonly<z.infer<typeof storedCallSchema>>

/** A message, or one part of it, that a person has marked as important. Indices into the messages of the file. */
export const storedPinSchema = z.object({
  taskId: z.string(),
  messageIndex: z.int().min(0),
  /** Null for the whole message. */
  partIndex: z.int().min(0).nullable(),
  /** Of what was pinned, so that a changed file is noticed. */
  textSha256: z.string(),
  /** Why; may be empty. */
  note: z.string(),
  createdTs: z.number(),
})
export type StoredPin = Readonly<z.infer<typeof storedPinSchema>>

/** Words of a task that a person follows through its condensations. */
export const storedFactSchema = z.object({
  taskId: z.string(),
  text: z.string().min(1),
  createdTs: z.number(),
})
export type StoredFact = Readonly<z.infer<typeof storedFactSchema>>

/** What was played last of a task, beside what came of it. */
export const storedReplaySchema = z.object({
  taskId: z.string(),
  kind: z.enum(['replay', 'drift', 'sweep']),
  id: z.string(),
  playedTs: z.number(),
  /** Of Dewpoint. */
  version: z.string(),
  /** Of the history and the usage that it was computed from. */
  taskSha256: z.string(),
  /** Of the policies with all that they name, as they were played. */
  planSha256: z.string(),
  /** What was asked for; a JSON value. */
  request: z.unknown(),
})
export type StoredReplay = Readonly<z.infer<typeof storedReplaySchema>>

/** Bytes to keep under the hash of their content. */
export type StoredBlob = Readonly<{ hash: string; bytes: Uint8Array }>

export type StoredMeasurement = Readonly<{ snapshotSha256: string; counterId: string; blob: StoredBlob }>

/** What one task adds to the sums of the library; tokens. */
export type StoredSurvey = Readonly<{
  taskId: string
  snapshotSha256: string
  /** Of the way in which it was counted. */
  version: number
  tokens: number
  losslessTokens: number
  byKind: TokensByKind
  byTool: readonly Readonly<{ tool: string; calls: number; callTokens: number; resultTokens: number }>[]
  /** The one with the most requests first; US dollars, null where none is recorded. */
  byModel: readonly Readonly<{ model: string | null; requests: number; costUsd: number | null }>[]
  /** What requests lost to broken caches, by their index; none where it is left out. */
  cacheBreaks?: readonly RequestBreak[]
}>

export const finishedStatusSchema = runStatusSchema.exclude(['running'])

/** How a run ended, stored whole or not at all. */
export type FinishedRun = Readonly<{
  status: z.infer<typeof finishedStatusSchema>
  finishedTs: number
  outcome: OutcomeSummary | null
  payload: StoredBlob | null
}>

/** An experiment as it is kept; what is counted of its cells is not in it. */
export const storedExperimentSchema = experimentSummarySchema
  .omit({ cells: true, costUsd: true, variants: true, checkpoints: true, tasks: true, question: true })
  .extend({
    /** The YAML as it was written. */
    text: z.string(),
    plan: experimentPlanSchema,
    /** Packed sources by snapshot, as far as they are in the store; they are kept as long as the experiment is. */
    sources: z.array(z.object({ snapshotSha256: z.string(), sourceBlob: z.string() })),
    ownerPid: z.int(),
    /** What its model calls took that are booked elsewhere, by shards or by workers; US dollars. */
    bookedUsd: z.number().nullable().optional(),
  })
export type StoredExperiment = Readonly<z.infer<typeof storedExperimentSchema>>

export const storedCellSchema = cellSchema.extend({
  experimentId: z.string(),
  /** Hash of all that decides the cell's result; cells with equal ones are identical. */
  key: z.string(),
  /** Outcome, recipe and provenance of the result; null where there is none. */
  payloadBlob: z.string().nullable(),
  /** Evidence of the metrics that asked a model, with the raw answers; null where none did. */
  judgementsBlob: z.string().nullable(),
})
export type StoredCell = Readonly<z.infer<typeof storedCellSchema>>
