import { z } from 'zod'
import { textStyleSchema } from '../condense/result-file-types.ts'
import { recordedUsageSchema } from '../kernel/usage.ts'

/** Something that could not be read, or was read with a reservation. */
export const importProblemSchema = z.object({
  /** File name relative to the task folder. */
  file: z.string(),
  /** Where in the file: `line 12, column 3`, `message 7`, `byte 4,096`; empty for the file as a whole. */
  place: z.string(),
  reason: z.string(),
  severity: z.enum(['error', 'warning']),
})
export type ImportProblem = Readonly<z.infer<typeof importProblemSchema>>

/** Id of an import format, such as `roo-task`. The importers' list decides which there are. */
export const taskFormatSchema = z.string()
export type TaskFormat = z.infer<typeof taskFormatSchema>

/** How agents write tool calls: native blocks, or XML inside text. `none` where a task calls no tool. */
export const toolErasSchema = z.enum(['native', 'xml', 'mixed', 'none'])
export type ToolEra = z.infer<typeof toolErasSchema>

/**
 * How far a listed task is known: `found` by its files alone, `read` whole, `failed` to be read at its last change, or
 * `gone` from the disk. What was read before stays usable in the last two.
 */
export const taskStateSchema = z.enum(['found', 'read', 'failed', 'gone'])
export type TaskState = z.infer<typeof taskStateSchema>

/** Whether an agent solved its task, as its record or the report beside it says. */
export const taskOutcomeSchema = z.enum(['solved', 'unsolved'])
export type TaskOutcome = z.infer<typeof taskOutcomeSchema>

/** Tasks that the record of a task names as its own relations, by the ids that the agent gave them. */
export const taskRelationsSchema = z.object({
  /** The task that had this one done; null where the record names none. */
  parentId: z.string().nullable(),
  /** Tasks that this one had done, in the order in which they were begun. */
  childIds: z.array(z.string()),
})
export type TaskRelations = Readonly<z.infer<typeof taskRelationsSchema>>

/** What is known of a task beside its row in the library. */
export const taskMetaSchema = z.object({
  problems: z.array(importProblemSchema),
  usage: recordedUsageSchema,
  /** Without the layout: it has a number for each token, and stands with the messages. */
  style: textStyleSchema.omit({ layout: true }),
  /** Both ends inclusive, indices into the messages of the file. */
  hiddenRange: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
  /** Absent where there is no record of it, or where it was read before this was kept. */
  kin: taskRelationsSchema.optional(),
  /** Absent where the record does not tell, or where it was read before this was kept. */
  outcome: taskOutcomeSchema.optional(),
})

/**
 * A task as it is kept. What the Library lists of it, its table in the database and what fixtures have are made of this
 * schema: a column is a field here, `.nullable().default(null)` where tasks that were read before it lack it.
 */
export const storedTaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  format: taskFormatSchema,
  /** Absolute path of the folder or file; empty for dropped files whose place the browser hides. */
  path: z.string(),
  isSample: z.boolean(),
  agent: z.string().nullable(),
  /** The last one. */
  model: z.string().nullable(),
  workspace: z.string().nullable(),
  era: toolErasSchema,
  messages: z.int(),
  /** Null until the history has been counted. */
  tokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  /** What of it no agent recorded: at list prices of the model and the day. */
  derivedUsd: z.number().default(0),
  /** Requests that are not in it, because list prices do not know how they were served. */
  unpricedRequests: z.int().default(0),
  condensations: z.int(),
  lastActivityTs: z.number().nullable(),
  openedTs: z.number(),
  /** Names the messages that were read. */
  snapshotSha256: z.string(),
  /** Their stored bytes. */
  sourceBlob: z.string(),
  meta: taskMetaSchema,
})
export type StoredTask = Readonly<z.infer<typeof storedTaskSchema>>
/** A task to be stored, which may leave out what has a default. */
export type TaskToStore = Readonly<z.input<typeof storedTaskSchema>>

/** What of a stored task is listed. */
export const listedTaskSchema = storedTaskSchema.omit({ snapshotSha256: true, sourceBlob: true, meta: true })

/** One row of the library. What only the history itself can say is null until it is read. */
export const taskSummarySchema = listedTaskSchema.extend({
  format: taskFormatSchema.nullable(),
  era: toolErasSchema.nullable(),
  messages: z.int().nullable(),
  condensations: z.int().nullable(),
  /** The task of the library that had this one done or that it was forked from; null where there is none. */
  parentTaskId: z.string().nullable().default(null),
  /** All that it used, the one with the most requests first; until the task is counted, the last one alone. */
  models: z.array(z.string()),
  problems: z.number().int(),
  runs: z.number().int(),
  /** Of its files together; null for dropped files. */
  sizeBytes: z.number().int().nullable(),
  state: taskStateSchema,
  /** Why it cannot be read and what to do, for a person; null while it can. */
  failure: z.string().nullable(),
  /** When the state of it that is known was first read; null where none was. Milliseconds since 1970. */
  readTs: z.number().nullable(),
  /** Whether its files changed within the last minute, so that there may be more of it in a moment. */
  isGrowing: z.boolean(),
})
export type TaskSummary = Readonly<z.infer<typeof taskSummarySchema>>

/**
 * From so many bytes on, a session with a record a line is read in pieces and kept packed. What goes through it many times is
 * done when somebody asks for it, and not before.
 */
export const hugeBytes = 128 * 2 ** 20

/** After so much time without a change a task is no longer taken to be written, in milliseconds. */
export const growingMs = 60_000

/** Another task that a record names. */
export const relatedTaskSchema = z.object({
  /** As the agent calls it, which is the name of its folder. */
  id: z.string(),
  /** As it is listed in the Library; null where it is not. */
  taskId: z.string().nullable(),
  /** Null where it is not listed. */
  title: z.string().nullable(),
})
export type RelatedTask = Readonly<z.infer<typeof relatedTaskSchema>>
