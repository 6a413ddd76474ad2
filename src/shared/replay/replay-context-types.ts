import { z } from 'zod'
import { fateSchema } from '../condense/aligned-row-types.ts'
import { tokensByKindSchema } from '../library/inspection-types.ts'

/** One message of what a policy sends with a request. */
export const replayContextMessageSchema = z.object({
  role: z.string(),
  /** By the size that the replay pays for. */
  tokens: z.int(),
  byKind: tokensByKindSchema,
  /** Indices in the file of the messages that it was made of, ascending; none for what a condensation wrote. */
  sources: z.array(z.int()),
  fate: fateSchema,
  /** The request before which a condensation made it so; null for a message of the record. */
  since: z.int().nullable(),
  /** First characters of what a person would read, one line. */
  preview: z.string(),
  /** What a condensation wrote, its beginning where it is long; null for a message of the record. */
  text: z.string().nullable(),
})
export type ReplayContextMessage = Readonly<z.infer<typeof replayContextMessageSchema>>

/** What a policy sends with one request. */
export const replayContextSchema = z.object({
  /** Index of the recorded request. */
  request: z.int(),
  /** System prompt and tools. */
  prefixTokens: z.int(),
  /** With the prefix, they add up to the input of the request. */
  messages: z.array(replayContextMessageSchema),
  /** Indices in the file of messages before this request of which nothing is sent. */
  missing: z.array(z.int()),
})
export type ReplayContext = Readonly<z.infer<typeof replayContextSchema>>
