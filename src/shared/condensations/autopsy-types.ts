import { z } from 'zod'
import { condensationKinds } from '../kernel/usage.ts'

/** Why nobody knows what a condensation left out. */
export const unexaminedSchema = z.enum(['deleted', 'no-summary', 'no-request'])

/** Something that the context said, that a condensation left out and that a later act of the agent brought back. */
export const missingThingSchema = z.object({
  kind: z.enum(['read-again', 'run-again']),
  /** The files that were read again, or the command that was run again. */
  texts: z.array(z.string()),
  /** Indices of the message that said it before, and of the one that says it again. */
  said: z.int(),
  used: z.int(),
  /** Of what it brought back, without what had not been there before. */
  tokens: z.int(),
  /** What sending these once more cost; null where no price is known. */
  costUsd: z.number().nullable(),
  /** The lines themselves, the first of them where there are many. */
  excerpt: z.string(),
})
export type MissingThing = Readonly<z.infer<typeof missingThingSchema>>

/** What one condensation of the agent did to what it stood on. Tokens; US dollars; times in ms since 1970. */
export const autopsiedSchema = z.object({
  /** From 1, in the order in which they were made. */
  n: z.int(),
  kind: z.enum(condensationKinds),
  /** What set it off, in the agent's own word; null where it is not recorded. */
  trigger: z.string().nullable(),
  ts: z.number().nullable(),
  /** Size of the context before and after, as the agent recorded it, else by its messages. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** Messages of the file before it, where the task can be cut for other methods; null where nothing of that is left. */
  cut: z.int().nullable(),
  /** The first request that was sent after it, from 1; null where none was. */
  atRequest: z.int().nullable(),
  /** The request in whose answer the server made it, from 1; null where the agent asked for it. */
  inRequest: z.int().nullable(),
  /** From the last answer to it, seconds; null where that is not known. */
  pauseSeconds: z.number().nullable(),
  /** How long it took, seconds; null where that is not recorded. */
  durationSeconds: z.number().nullable(),
  /**
   * What the request for its summary read and wrote, tokens: recorded, or else the size before and a count of the summary.
   * Null where no model was asked, or nothing tells.
   */
  summaryRequest: z
    .object({ tokensIn: z.number(), tokensOut: z.number(), isRecorded: z.boolean() })
    .nullable(),
  /** Whether its summary was written ahead of it. */
  isPrecomputed: z.boolean(),
  /** Requests that were sent after it. */
  followed: z.int(),
  costUsd: z.number().nullable(),
  /** Null where what it left out is not in the files any more, and `unexamined` says why. */
  hidden: z.object({ messages: z.int(), parts: z.int(), tokens: z.number() }).nullable(),
  unexamined: unexaminedSchema.nullable(),
  /** What was needed later and is missing, the largest first. */
  missing: z.array(missingThingSchema),
  /** Names, numbers and statements that are gone and that nothing used later; null where the summary cannot be read. */
  others: z.int().nullable(),
  /**
   * Names, numbers and statements of the context before the first condensation of the task, and how many of them each one
   * up to this has left; null where one of these cannot be examined.
   */
  survived: z.object({ of: z.int(), left: z.int() }).nullable(),
  summary: z.string().nullable(),
})
export type Autopsied = Readonly<z.infer<typeof autopsiedSchema>>

/** A condensation in a line of a list. */
export const condensationInShortSchema = autopsiedSchema
  .pick({ n: true, ts: true, trigger: true, before: true, after: true })
  .extend({
    /** Things that were needed later and missing, with what bringing them back took; null where nobody can tell. */
    missing: z.object({ things: z.int(), tokens: z.int(), costUsd: z.number().nullable() }).nullable(),
  })
export type CondensationInShort = Readonly<z.infer<typeof condensationInShortSchema>>

export const autopsySchema = z.object({ condensations: z.array(autopsiedSchema) })
export type Autopsy = Readonly<z.infer<typeof autopsySchema>>
