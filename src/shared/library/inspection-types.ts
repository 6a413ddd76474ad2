import { z } from 'zod'
import { partKindSchema } from '../kernel/part.ts'
import { recordedTotalsSchema } from '../kernel/usage.ts'
import { violationSchema } from '../kernel/violation.ts'
import { relatedTaskSchema, taskFormatSchema } from './task-types.ts'

/** One row of the message list: enough to draw it and to search it, without the content. */
export const messageRowSchema = z.object({
  /** Position in the file. */
  index: z.number().int(),
  /** Position in the effective history; null where the agent hid the message from its model. */
  effectiveIndex: z.number().int().nullable(),
  role: z.string(),
  ts: z.number().nullable(),
  /** Kinds of its parts in order of first appearance. */
  kinds: z.array(partKindSchema),
  toolNames: z.array(z.string()),
  paths: z.array(z.string()),
  /** First characters of what a person would read, one line. */
  preview: z.string(),
  chars: z.number().int(),
  /** Null until counted. */
  tokens: z.number().int().nullable(),
  flags: z.array(z.enum(['hidden', 'summary', 'duplicate', 'superseded', 'error', 'invalid', 'image'])),
})
export type MessageRow = Readonly<z.infer<typeof messageRowSchema>>

/**
 * Rows as the engine gives them. They were made by Dewpoint or checked when they were read: to check each of hundreds of
 * thousands once more would keep everybody else waiting.
 */
export const messageRowsSchema = z.custom<MessageRow[]>((rows) => Array.isArray(rows))

/** Rows that follow each other, out of all rows of a task. */
export const rowSliceSchema = z.object({
  /** Place of the first of them among all. */
  from: z.number().int(),
  totalRows: z.number().int(),
  rows: messageRowsSchema,
})
export type RowSlice = Readonly<z.infer<typeof rowSliceSchema>>

export const tokensByKindSchema = z.partialRecord(partKindSchema, z.number().int())
export type TokensByKind = Readonly<z.infer<typeof tokensByKindSchema>>

/** Linear fit of recorded input tokens on our cumulative count; `condensation.md` section 4. */
export const calibrationSchema = z.object({
  /** Model tokens per counted token. */
  slope: z.number(),
  /** System prompt and tools in the last segment, tokens: no more than the smallest request to its model and mode. */
  intercept: z.number(),
  r2: z.number(),
  points: z.number().int(),
  /**
   * Segments of one model and mode; indices of recorded requests, both inclusive. Each has its own intercept, which also
   * holds what was sent unrecorded.
   */
  stretches: z
    .array(
      z.object({
        firstRequest: z.number().int(),
        lastRequest: z.number().int(),
        intercept: z.number(),
        points: z.number().int(),
      }),
    )
    .readonly()
    .optional(),
  /** Recorded requests that the fit does not use, each with the reason in a sentence. */
  leftOut: z
    .array(z.object({ request: z.number().int(), text: z.string() }))
    .readonly()
    .optional(),
  /** Mean distance of the requests from their line. */
  meanErrorTokens: z.number().optional(),
})
export type Calibration = Readonly<z.infer<typeof calibrationSchema>>

/** `dewpoint inspect --json`. Names are stable; more may be added. */
export const inspectionSchema = z.object({
  task: z.object({
    id: z.string(),
    format: taskFormatSchema,
    path: z.string(),
    title: z.string().optional(),
    /** Present where its files changed within the last minute: there may be more of it in a moment. */
    isGrowing: z.literal(true).optional(),
    /** The task that had this one done; null where the record names none, absent where there is no record of it. */
    parent: relatedTaskSchema.nullable().optional(),
    /** Tasks that it had done, in the order in which the record names them; absent where there is no record of it. */
    children: z.array(relatedTaskSchema).optional(),
    /** Model calls that it repeats of a task that it was forked or resumed from, and what they cost in US dollars. */
    copied: z.object({ requests: z.number().int(), costUsd: z.number(), from: relatedTaskSchema }).optional(),
  }),
  messages: z.object({ total: z.number().int(), effective: z.number().int(), hidden: z.number().int() }),
  tokens: z.object({ total: z.number().int(), byKind: tokensByKindSchema, counter: z.string() }),
  calibration: calibrationSchema.nullable(),
  duplicates: z.object({
    /** Repeated reads of a file with identical content. */
    fileReads: z.number().int(),
    /** Other tool results identical to an earlier one. */
    toolResults: z.number().int(),
    /** Tokens in all repeats. */
    tokens: z.number().int(),
  }),
  validity: z.array(violationSchema),
  recorded: recordedTotalsSchema,
  /** Files that were damaged or left out, each with place and reason. */
  problems: z.array(
    z.object({ file: z.string(), place: z.string(), reason: z.string(), severity: z.string() }),
  ),
})
export type Inspection = Readonly<z.infer<typeof inspectionSchema>>

/**
 * Progress of the background count, then the finished figures. The rows with tokens and all flags, which replace those
 * that were sent before, come slice by slice: the last one with the figures.
 */
export const inspectEventSchema = z.discriminatedUnion('kind', [
  /** How far the file of a session is that is shown before it is read, in bytes. */
  z.object({ kind: z.literal('reading'), done: z.number().int(), total: z.number().int() }),
  z.object({ kind: z.literal('progress'), done: z.number().int(), total: z.number().int() }),
  rowSliceSchema.extend({ kind: z.literal('rows') }),
  rowSliceSchema.extend({ kind: z.literal('finished'), inspection: inspectionSchema }),
])
export type InspectEvent = Readonly<z.infer<typeof inspectEventSchema>>
