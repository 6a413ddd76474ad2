import { z } from 'zod'
import { factClassIdSchema } from '../kernel/fact.ts'
import { condensationKinds } from '../kernel/usage.ts'

/** Whether what stood before a condensation still stands after it: `at-risk` where the summary cannot be read. */
export const fateSchema = z.enum(['kept', 'lost', 'at-risk'])
export type Fate = z.infer<typeof fateSchema>

const fatesSchema = z.object({ kept: z.int(), lost: z.int(), atRisk: z.int() })
export type Fates = Readonly<z.infer<typeof fatesSchema>>

const statedFactSchema = z.object({ classId: factClassIdSchema, text: z.string() })
export type StatedFact = Readonly<z.infer<typeof statedFactSchema>>

/** Why nobody knows what a condensation left out. */
export const unexaminedSchema = z.enum(['deleted', 'no-summary', 'no-request'])

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
  /** The first request that was sent after it, from 1; null where none was. */
  atRequest: z.int().nullable(),
  costUsd: z.number().nullable(),
  /** Null where what it left out is not in the files any more, and `unexamined` says why. */
  hidden: z.object({ messages: z.int(), parts: z.int(), tokens: z.number() }).nullable(),
  unexamined: unexaminedSchema.nullable(),
  /** Facts that stood before it: names, numbers, decisions and the rest, each once. */
  facts: fatesSchema,
  byClass: z.array(fatesSchema.extend({ classId: factClassIdSchema })),
  /** Facts that do not stand any more, in the order in which they were stated. */
  gone: z.array(statedFactSchema),
  /** Those that still do. */
  kept: z.array(statedFactSchema),
  /** What the user had laid down. */
  rules: z.array(z.object({ text: z.string(), state: fateSchema })),
  /** Files that it hid and that the agent read again before anything else brought them back. */
  readAgain: z.object({
    results: z.int(),
    tokens: z.number(),
    /** At what the tokens cost to send once; null where no price is known. */
    costUsd: z.number().nullable(),
    paths: z.array(z.string()),
  }),
  summary: z.string().nullable(),
})
export type Autopsied = Readonly<z.infer<typeof autopsiedSchema>>

export const autopsySchema = z.object({ condensations: z.array(autopsiedSchema) })
export type Autopsy = Readonly<z.infer<typeof autopsySchema>>
