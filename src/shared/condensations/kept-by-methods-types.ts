import { z } from 'zod'
import { comparedArmSchema } from '../home/answer-types.ts'

/** What a method would have left at the cut of a recorded condensation. */
export const keepingMethodSchema = comparedArmSchema
  .pick({
    id: true,
    label: true,
    isExtracted: true,
    tokensAfter: true,
    changeUsd: true,
    valid: true,
    outcome: true,
    problems: true,
  })
  .extend({
    /** Of the things that the agent's own condensation left out and that were needed; null where it failed. */
    kept: z.int().nullable(),
  })
export type KeepingMethod = Readonly<z.infer<typeof keepingMethodSchema>>

/** What methods would have kept of what was needed after a condensation. */
export const keptByMethodsSchema = z.object({
  /** Things that the agent's own condensation left out and that were needed. */
  needed: z.int(),
  /** What the agent did first, then those that keep most with the fewest tokens. */
  methods: z.array(keepingMethodSchema),
})
export type KeptByMethods = Readonly<z.infer<typeof keptByMethodsSchema>>

export const keepingEventSchema = z.discriminatedUnion('kind', [
  /** Methods that are done. */
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  keptByMethodsSchema.extend({ kind: z.literal('finished') }),
])
export type KeepingEvent = Readonly<z.infer<typeof keepingEventSchema>>
