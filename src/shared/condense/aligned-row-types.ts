import { z } from 'zod'
import { partKindSchema } from '../kernel/part.ts'
import { operationKindSchema } from '../kernel/provenance.ts'

/** What became of a message, in one word; `written` is a message that the provider wrote itself. */
export const fates = ['kept', 'shortened', 'summarised', 'referenced', 'dropped', 'written'] as const
export const fateSchema = z.enum(fates)
export type Fate = z.infer<typeof fateSchema>

export const messageBriefSchema = z.object({
  index: z.number().int(),
  role: z.string(),
  kinds: z.array(partKindSchema),
  preview: z.string(),
  tokens: z.number().int(),
})
export type MessageBrief = Readonly<z.infer<typeof messageBriefSchema>>

/**
 * One line of source beside result. A result message made of several source messages repeats on the line of
 * each; `groupStart` is true on the first of them only.
 */
export const alignedRowSchema = z.object({
  source: messageBriefSchema.nullable(),
  result: messageBriefSchema.nullable(),
  groupStart: z.boolean(),
  fate: fateSchema,
  /** Every distinct reason with the operation and the pass that it belongs to. */
  reasons: z.array(
    z.object({
      operation: operationKindSchema,
      passId: z.string(),
      reason: z.string(),
      parts: z.number().int(),
    }),
  ),
  /** Whether the source message was pinned in this run, whole or in parts; absent where it was not. */
  pinned: z.enum(['message', 'parts']).optional(),
})
export type AlignedRow = Readonly<z.infer<typeof alignedRowSchema>>
