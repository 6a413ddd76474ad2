import { z } from 'zod'
import { partKindSchema, partLocatorSchema } from './part.ts'

/** What an operation did to a part. `dropped` covers suppressed and superseded content. */
export const operationKinds = ['shortened', 'summarised', 'referenced', 'dropped'] as const
export const operationKindSchema = z.enum(operationKinds)
export type OperationKind = z.infer<typeof operationKindSchema>

/**
 * One hunk of a line delta: in the target, starting at line `start` (0-based), `deleteCount` lines are replaced
 * by `lines`. Lines are separated by `\n`; hunks are in ascending order and do not overlap.
 */
export const lineHunkSchema = z.object({
  start: z.number().int(),
  deleteCount: z.number().int(),
  lines: z.array(z.string()),
})
export type LineHunk = Readonly<z.infer<typeof lineHunkSchema>>

/** How to get the original text of a part back from another part that the result still holds. */
export const referenceSchema = z.object({
  /** The kept part, located in the source. Providers never edit a part that something refers to. */
  target: partLocatorSchema,
  /** Absent when the two texts are identical. */
  delta: z.array(lineHunkSchema).optional(),
})
export type Reference = Readonly<z.infer<typeof referenceSchema>>

/** One edit of one part: what was there, what was done to it, why, and by which pass. */
export const partChangeSchema = z.object({
  /** Where the part stood in the source. */
  at: partLocatorSchema,
  kind: partKindSchema,
  operation: operationKindSchema,
  passId: z.string(),
  /** A sentence for a person. */
  reason: z.string(),
  tokensBefore: z.number().int(),
  tokensAfter: z.number().int(),
  /** Length in UTF-16 code units of the text that stands there now. */
  lengthAfter: z.number().int(),
  /** Present when the original can be rebuilt from the result alone. */
  reference: referenceSchema.optional(),
  /** Found by comparing a result with its source: whoever made it said nothing of it. */
  isInferred: z.literal(true).optional(),
})
export type PartChange = Readonly<z.infer<typeof partChangeSchema>>

/** Where one message of a result came from. An empty `sources` means that the provider wrote it. */
export const messageProvenanceSchema = z.object({
  /** Indices into the source's effective history, ascending. */
  sources: z.array(z.number().int()),
  changes: z.array(partChangeSchema),
})
export type MessageProvenance = Readonly<z.infer<typeof messageProvenanceSchema>>

/** A source message with no counterpart in the result. */
export const droppedMessageSchema = z.object({
  sourceIndex: z.number().int(),
  operation: operationKindSchema,
  passId: z.string(),
  reason: z.string(),
})
export type DroppedMessage = Readonly<z.infer<typeof droppedMessageSchema>>

/** How an agent marks the messages that it no longer sends: the field, and the id of what stands for them. */
export const historyTagSchema = z.object({
  parent: z.enum(['condenseParent', 'truncationParent']),
  id: z.string(),
})
export type HistoryTag = Readonly<z.infer<typeof historyTagSchema>>

/** The whole record: one entry per message of the result, in order, and what was left out. */
export const provenanceSchema = z.object({
  messages: z.array(messageProvenanceSchema),
  dropped: z.array(droppedMessageSchema),
})
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>
