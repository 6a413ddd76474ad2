import { z } from 'zod'
import { noteSchema } from '../kernel/note.ts'
import { contextByKindSchema, partKinds } from '../kernel/part.ts'
import { relatedTaskSchema } from '../library/task-types.ts'

/** The context after a message, and what had been paid until then. */
export const timelinePointSchema = z.object({
  /** Index in the file. */
  messageIndex: z.int(),
  ts: z.number().nullable(),
  /** Tokens that the next request sent or would have sent, calibrated where the task allows it: the sum of `byKind`. */
  contextTokens: z.int(),
  byKind: contextByKindSchema,
  /**
   * Input that was recorded for the request that this message answers, null for other messages: what stood before it,
   * so it compares with the context after the message before.
   */
  recordedTokens: z.int().nullable(),
  /** Recorded cost of the task up to this message, US dollars; null where the task records no cost. */
  cumulativeUsd: z.number().nullable(),
})
export type TimelinePoint = Readonly<z.infer<typeof timelinePointSchema>>

/** Something that happened while the task ran. */
export const timelineMarkerSchema = z.object({
  kind: z.enum(['condensation', 'truncation', 'error', 'cache-break', 'retry', 'mode', 'model', 'subtask']),
  /** The message in the file at which it is drawn. */
  messageIndex: z.int(),
  ts: z.number().nullable(),
  /** Context before and after it as recorded, tokens. */
  tokensBefore: z.int().nullable(),
  tokensAfter: z.int().nullable(),
  costUsd: z.number().nullable(),
  /** A sentence for a person. */
  text: z.string(),
  /** The same as a code and figures. */
  note: noteSchema.optional(),
  /** Number of the condensation that it is, from 1; absent where it is none, or nothing says which. */
  condensation: z.int().optional(),
  /** The task that work was handed to; absent where the event is another one, and where the record does not say which. */
  child: relatedTaskSchema.optional(),
})
export type TimelineMarker = Readonly<z.infer<typeof timelineMarkerSchema>>

export const timelineSchema = z.object({
  /** The task that had this one done; null where the record names none. */
  parent: relatedTaskSchema.nullable(),
  points: z.array(timelinePointSchema),
  markers: z.array(timelineMarkerSchema),
  /**
   * The models that it was worked on with, one after the other, null where it is not recorded which; empty where nothing
   * tells of any.
   */
  models: z.array(z.object({ fromMessage: z.int(), model: z.string().nullable() })),
  /** Whether tokens are in the model's own count (`calibrated`, by the fit or by the record) or in ours. */
  basis: z.enum(['calibrated', 'counted']),
  /** The largest context that a request of it had, requests whose messages are gone included. */
  peakTokens: z.int(),
  /** What says how large that is: the record of a request whose messages are not all here, or the points. */
  peakBasis: z.enum(['recorded', 'calibrated', 'counted']),
  /** What cannot be shown and why; sentences for a person. */
  notes: z.array(z.string()),
  /** The same as codes and figures, without the problems of the files. */
  findings: z.array(noteSchema).optional(),
})
export type Timeline = Readonly<z.infer<typeof timelineSchema>>

/** What of one file, of the calls of one tool or of one kind takes room in a context. */
export const windowFillSchema = z.object({
  /** The kind of most of it; `others` of all that is too small to stand alone. */
  kind: z.enum([...partKinds, 'prefix', 'others']),
  /** The tool that brought it; null of what no tool did. */
  tool: z.string().nullable(),
  path: z.string().nullable(),
  tokens: z.int(),
  /** The message that has most of it, by its index in the file; null of the system prompt, and of several together. */
  messageIndex: z.int().nullable(),
})
export type WindowFill = Readonly<z.infer<typeof windowFillSchema>>

/** How full the context of a session is, and when its agent condenses. `dewpoint watch --json`; names are stable. */
export const liveContextSchema = z.object({
  contextTokens: z.int(),
  /** That it was worked on with last; null where nothing tells. */
  model: z.string().nullable(),
  windowTokens: z.int().nullable(),
  /** The size at which it condenses: as its agent is set to in the file of its settings, as it did before in this session, or by the rule of its agent; null where nobody knows. */
  trigger: z.object({ tokens: z.int(), from: z.enum(['settings', 'recorded', 'rule']) }).nullable(),
  /** By how much each of the last requests since then was larger than the one before, the newest last. */
  growths: z.array(z.int()),
  /** By how much the context grew from one request to the next since the last condensation, the middle one; null for too few. */
  growthTokens: z.int().nullable(),
  /** Requests until the trigger at the growth of the quicker and of the slower half; null where either is not known. */
  turnsLeft: z.object({ fewest: z.int(), most: z.int() }).nullable(),
  /** What fills it now, the largest first. */
  fills: z.array(windowFillSchema),
})
export type LiveContext = Readonly<z.infer<typeof liveContextSchema>>

/**
 * What would be gone if a session condensed now, by the rules of its agent with an extract in place of its model: a forecast.
 * In `dewpoint watch --json` as `ifCondensed`; names are stable.
 */
export const lossForecastSchema = z.object({
  /** The method that stands for the agent. */
  method: z.string(),
  label: z.string(),
  /** Whether a model of the agent would write what is extracted here. */
  isExtracted: z.boolean(),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  /** Files and results of commands that the context shows. */
  things: z.int(),
  /** Those of which the result would show less than half, the largest first. */
  lost: z.array(
    z.object({
      kind: z.enum(['file', 'command']),
      text: z.string(),
      tokens: z.int(),
      messageIndex: z.int(),
    }),
  ),
})
export type LossForecast = Readonly<z.infer<typeof lossForecastSchema>>
