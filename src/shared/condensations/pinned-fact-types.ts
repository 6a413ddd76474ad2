import { z } from 'zod'
import { unexaminedSchema } from './autopsy-types.ts'

/** More is no fact, but a message. In characters. */
export const longestFact = 4000

/** What became of a pinned fact in one condensation that it stood before. */
export const factFateSchema = z.object({
  /** The condensation, from 1. */
  n: z.int(),
  /**
   * It stands there word for word; most of its words stand together; names or values of it do; nothing of it does; nothing
   * of it did before already; or nobody can tell.
   */
  fate: z.enum(['verbatim', 'reworded', 'named', 'gone', 'gone-before', 'unclear']),
  /** Index of the first message that keeps it; null where none does. */
  keptIn: z.int().nullable(),
  /** Its names and values that are there, and those that are not. */
  there: z.array(z.string()),
  missing: z.array(z.string()),
  /** Why nobody can tell; null where somebody can. */
  unclear: z.enum(['opaque', 'no-names', ...unexaminedSchema.options]).nullable(),
})
export type FactFate = Readonly<z.infer<typeof factFateSchema>>

/** Words that a person follows through the condensations of a task: "this was the decision". */
export const pinnedFactSchema = z.object({
  text: z.string(),
  /** Index of the message that says it first; null where none does any more. */
  said: z.int().nullable(),
  /** Of each condensation that it stood before, in their order. */
  fates: z.array(factFateSchema),
})
export type PinnedFact = Readonly<z.infer<typeof pinnedFactSchema>>

/** The pinned facts of a task, in the order in which they were pinned. */
export const pinnedFactsSchema = z.object({ facts: z.array(pinnedFactSchema) })
export type PinnedFacts = Readonly<z.infer<typeof pinnedFactsSchema>>
