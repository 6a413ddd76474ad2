import { z } from 'zod'

/** Kinds of facts, in the order in which they are shown. */
export const factClassIds = [
  'path',
  'symbol',
  'url',
  'error',
  'quantity',
  'command',
  'decision',
  'constraint',
  'open-task',
  'value',
] as const
export const factClassIdSchema = z.enum(factClassIds)
export type FactClassId = z.infer<typeof factClassIdSchema>

/** Where a fact stands: UTF-16 code units of the text of a part, half-open. */
export const placeSchema = z.object({
  messageIndex: z.int(),
  partIndex: z.int(),
  start: z.int(),
  end: z.int(),
})
export type Place = Readonly<z.infer<typeof placeSchema>>

/** Something that a conversation states and a reader of it can go by. */
export const factSchema = z.object({
  classId: factClassIdSchema,
  /** What makes two mentions the same fact; unique within a class. */
  key: z.string(),
  /** As written at its first place. */
  text: z.string(),
  /** The first place in each message that states it, in order; never empty. */
  places: z.array(placeSchema).readonly(),
})
export type Fact = Readonly<z.infer<typeof factSchema>>
