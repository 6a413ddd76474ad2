import { z } from 'zod'
import { jsonLayoutSchema } from '../kernel/json-layout.ts'
import { messageSchema } from '../kernel/message.ts'
import { historyTagSchema, provenanceSchema } from '../kernel/provenance.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { outcomeSummarySchema } from './outcome-types.ts'

/**
 * How the source file was written, so that `expand` can give it back byte for byte. With neither indent nor layout
 * its bytes cannot be had back, only its messages.
 */
export const textStyleSchema = z.object({
  /** What `JSON.stringify` takes as indent; null where the file follows no style that it can produce. */
  indent: z.string().nullable(),
  bom: z.boolean(),
  /** What stands before the array of messages, where an object is wrapped around it. */
  before: z.string().optional(),
  /** What stands behind the array: white space, or the rest of that object. */
  trailing: z.string(),
  /** For files that no indent produces. */
  layout: jsonLayoutSchema.optional(),
  /** A clause for a person that says why the file cannot be written again, where neither indent nor layout is known. */
  obstacle: z.string().optional(),
  /** SHA-256 of the bytes of the file; null where only their text was at hand, absent in results of older versions. */
  fileSha256: z.string().nullable().optional(),
})
export type TextStyle = Readonly<z.infer<typeof textStyleSchema>>

/** Messages of the file that its model did not see; `index` is the place in the file. */
export const hiddenMessageSchema = z.object({ index: z.number().int(), message: messageSchema })
export type HiddenMessage = Readonly<z.infer<typeof hiddenMessageSchema>>

/** What `condense --out` writes and `expand`, `check` and the importer read. */
export const resultFileSchema = z.object({
  dewpoint: z.object({ kind: z.literal('result'), version: z.literal(1) }),
  runId: z.string().nullable(),
  providerId: z.string(),
  providerVersion: z.string(),
  settings: settingsSchema,
  source: z.object({
    path: z.string(),
    /** SHA-256 of `JSON.stringify` of all messages of the source, hidden ones included. */
    sha256: z.string(),
    style: textStyleSchema,
    hidden: z.array(hiddenMessageSchema),
  }),
  outcome: outcomeSummarySchema,
  provenance: provenanceSchema,
  /**
   * Present where the agent hides what is gone: `messages` are then all of its file, source messages that the
   * result no longer shows carry the tag, and `provenance` speaks of those that are shown.
   */
  tag: historyTagSchema.optional(),
  messages: z.array(messageSchema),
})
export type ResultFile = Readonly<z.infer<typeof resultFileSchema>>
