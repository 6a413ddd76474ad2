import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { messageSchema } from '../kernel/message.ts'
import { contextCounterSchema } from '../library/context-contract.ts'
import { pinSchema } from '../library/pin-types.ts'
import { checkReportSchema } from '../library/tasks-contract.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { alignedRowSchema, fateSchema } from './aligned-row-types.ts'
import { runEstimateSchema } from './estimate-types.ts'
import { resultFileSchema } from './result-file-types.ts'
import { runEventSchema, runSummarySchema } from './run-types.ts'

const byId = z.object({ runId: z.string() })

/** The window that a task is held against; see `context.status` for what each field does. */
export const triggerSchema = z.object({
  windowTokens: z.number().int().positive(),
  maxTokens: z.number().int().min(0).optional(),
  /** Percent; the policy's where it is left out. */
  threshold: z.number().min(5).max(100).optional(),
  profileThreshold: z.number().optional(),
  counter: contextCounterSchema.optional(),
  /** Whether the agent condenses; the policy says so where it is left out. Without it the window slides. */
  autoCondense: z.boolean().optional(),
  /** The model has said that its input is too long: 75 % counts, and automatic condensation is on. */
  isForced: z.boolean().optional(),
})
export type TriggerRequest = Readonly<z.infer<typeof triggerSchema>>

export const runRequestSchema = z.object({
  taskId: z.string(),
  /** The provider of the preset where it is left out, else that of the policy. */
  providerId: z.string().optional(),
  /** An arm by its id, in the place of provider and preset. */
  arm: z.string().optional(),
  /** Settings that the preset or the defaults do not already give. */
  settings: settingsSchema.optional(),
  /**
   * Built in or of one's own, by its id, its label or the beginning of either; `id@version` for a certain version of
   * one's own; with `provider:` in front where no provider is named.
   */
  presetId: z.string().optional(),
  targetTokens: z.number().int().positive().optional(),
  /** Messages of the file before a cut: what was sent then is condensed, and pins of the task count for nothing. */
  at: z.int().min(1).optional(),
  /** The model to ask, `extractive` for the built-in one; else the profiles' roles decide. */
  profileId: z.string().optional(),
  /**
   * A prompt of the library in the place of the provider's own, by its id, its name or the beginning of either; the
   * newest version where none is named.
   */
  prompt: z.object({ promptId: z.string(), version: z.int().min(1).optional() }).optional(),
  /** No call is made that could bring the run above this. */
  maxCostUsd: z.number().min(0).optional(),
  /** Asks the model again even where its answer to the same request is kept. */
  ignoreCache: z.boolean().optional(),
  /** Tried in order where the provider fails or saves too little. */
  fallback: z
    .array(
      z.object({
        providerId: z.string(),
        presetId: z.string().optional(),
        settings: settingsSchema.optional(),
      }),
    )
    .max(8)
    .optional(),
  /** What a result must save to be sufficient for the chain; the policy's where it is left out. */
  minimumGainPercent: z.number().min(0).max(100).optional(),
  /** Condense only where an agent with this window would, and as it would. */
  trigger: triggerSchema.optional(),
  /** Kept as they are, beside what is pinned in the task already. */
  pins: z.array(pinSchema).max(10_000).optional(),
  /** Leaves the pins of the task out of account. */
  ignorePins: z.boolean().optional(),
})
export type RunRequest = Readonly<z.infer<typeof runRequestSchema>>

/** Text of one message, part by part, as the model reads it; for the diff. */
export const messageTextSchema = z.object({ index: z.number().int(), role: z.string(), text: z.string() })
export type MessageText = Readonly<z.infer<typeof messageTextSchema>>

/** A result to work on: a run in the store, or the content of a file that `condense --out` wrote. */
export const resultSourceSchema = z.union([
  z.object({ runId: z.string() }),
  z.object({ file: z.object({ name: z.string(), text: z.string() }) }),
])
export type ResultSource = Readonly<z.infer<typeof resultSourceSchema>>

export const expandedSchema = z.object({
  /** All messages of the source, hidden ones included. */
  messages: z.array(messageSchema),
  /** The source file's text, in its own style, where that style is reproducible; else indented JSON. */
  text: z.string(),
  /** True when the hash of the messages equals the one recorded when the source was read. */
  verified: z.boolean(),
  /** True when `text` is proved to be the source file byte for byte. */
  sameBytes: z.boolean(),
  /** A clause for a person that says why `text` is not the file itself; empty where it is. */
  difference: z.string(),
  /** Parts that came back from the store because the result alone no longer held them. */
  restoredFromStore: z.number().int(),
})
export type Expanded = Readonly<z.infer<typeof expandedSchema>>

/** A message of a preview beside what would become of it; null where there is none on that side. */
export const estimatedRowSchema = z.object({
  fate: fateSchema,
  source: messageTextSchema.nullable(),
  result: messageTextSchema.nullable(),
  /** Messages of the source, ascending, that the result is made of. */
  sources: z.array(z.int()),
})
export type EstimatedRow = Readonly<z.infer<typeof estimatedRowSchema>>

export const runPreviewSchema = z.object({
  estimate: runEstimateSchema,
  /** The first messages, guessed summaries included. */
  rows: z.array(estimatedRowSchema),
})
export type RunPreview = Readonly<z.infer<typeof runPreviewSchema>>

/** Where the sides of a row stand, in the effective history of each. */
const rowPlacesSchema = z.object({
  sourceIndex: z.number().int().min(0).nullable(),
  resultIndex: z.number().int().min(0).nullable(),
})

const rowTextsSchema = z.object({
  source: messageTextSchema.nullable(),
  result: messageTextSchema.nullable(),
})
export type RowTexts = Readonly<z.infer<typeof rowTextsSchema>>

export const runsContract = {
  /** Newest first; all tasks where no task is named. */
  list: method.input(z.object({ taskId: z.string().optional() })).output(z.array(runSummarySchema)),
  start: method.input(runRequestSchema).output(runSummarySchema),
  /** What `start` would probably give; nothing is stored and no model is asked. A trigger is left out of account. */
  estimate: method.input(runRequestSchema).output(runPreviewSchema),
  /** Ends after `finished`. Watching a finished run gives that event at once. */
  watch: method.input(byId).output(eventIterator(runEventSchema)),
  cancel: method.input(byId).output(z.void()),
  get: method.input(byId).output(runSummarySchema),
  remove: method.input(byId).output(z.void()),
  /** Source beside result, aligned by provenance. */
  rows: method.input(byId).output(z.array(alignedRowSchema)),
  /** Both texts of a row; either side is null where there is no message. */
  texts: method.input(byId.extend(rowPlacesSchema.shape)).output(rowTextsSchema),
  /** The same of many rows, in their order. */
  manyTexts: method
    .input(byId.extend({ rows: z.array(rowPlacesSchema).max(1000) }))
    .output(z.array(rowTextsSchema)),
  /** The result as `condense --out` writes it. */
  result: method.input(byId).output(resultFileSchema),
  expand: method.input(resultSourceSchema).output(expandedSchema),
  check: method.input(resultSourceSchema).output(checkReportSchema),
}
